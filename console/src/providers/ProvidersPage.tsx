import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useProviders } from '../api/providers';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { PageTitle } from '../shell/PageTitle';
import { Restricted } from '../shell/Restricted';
import { ZoneSelect } from '../shell/ZoneSelect';
import { useViewSearch } from '../view-search';
import { AddProvider } from './AddProvider';
import { ProviderCard } from './ProviderCard';
import { ProviderDrawer } from './ProviderDrawer';

const TITLE = 'Providers and pools';

/** The clouds, and what is declared of them. */
export function ProvidersPage() {
  return (
    <Restricted title={TITLE} needs="see-providers">
      <Providers />
    </Restricted>
  );
}

function Providers() {
  const { search, update } = useViewSearch();
  const { data, error, isPending, refetch } = useProviders(search.zone);
  const [isAdding, { open, close }] = useDisclosure();
  const opened = data?.items.find(({ providerId }) => providerId === search.open);
  return (
    <>
      <PageTitle title={TITLE}>
        <Button size="compact-sm" onClick={open}>
          Register a provider
        </Button>
      </PageTitle>
      <Stack gap="sm">
        <ZoneSelect />
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {isPending && <Loading label="Loading providers" />}
        {data?.isCut && <Alert color="yellow">There are more providers than are shown. Choose a zone.</Alert>}
        {data?.items.length === 0 && (
          <Text c="dimmed" py="lg">
            No provider yet. Register one, then declare how much of it may be promised.
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
          {data?.items.map((provider) => (
            <ProviderCard
              key={provider.providerId}
              provider={provider}
              onOpen={() => update({ open: provider.providerId })}
            />
          ))}
        </SimpleGrid>
      </Stack>
      <ProviderDrawer provider={opened} onClose={() => update({ open: undefined })} />
      <AddProvider isOpen={isAdding} onClose={close} />
    </>
  );
}

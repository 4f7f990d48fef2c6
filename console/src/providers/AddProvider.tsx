import { Button, Drawer, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type FormEvent } from 'react';
import { useAddProvider, type Registration } from '../api/providers';
import { Refusal } from '../forms/Verdict';

const EMPTY = {
  'provider-type': 'simulated',
  endpoint: '',
  username: '',
  password: '',
  region: '',
  zone: '',
  project: '',
};
type Fields = typeof EMPTY;

/** Registering adds no capacity: that is declared afterwards. */
export function AddProvider({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [fields, setFields] = useState(EMPTY);
  const add = useAddProvider();
  /** Without the password, and the refusal of another attempt. */
  const close = (): void => {
    setFields({ ...fields, password: '' });
    if (!add.isPending) add.reset();
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(registrationOf(fields), {
      onSuccess: (outcome) => {
        if (outcome.outcome !== 'done') return;
        notifications.show({ message: outcome.answer.message });
        setFields(EMPTY);
        onClose();
      },
    });
  };
  const field = (name: keyof Fields, label: string, description?: string) => ({
    label,
    description,
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  });
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="right"
      title="Register a provider"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Select
            label="Type"
            data={['simulated', 'openstack']}
            allowDeselect={false}
            value={fields['provider-type']}
            onChange={(type) => setFields({ ...fields, 'provider-type': type ?? 'simulated' })}
          />
          <TextInput
            required
            type="url"
            {...field('endpoint', 'Endpoint', 'Such as https://cloud.example:5000/v3')}
          />
          <TextInput required autoComplete="off" {...field('username', 'User name')} />
          <PasswordInput
            required
            autoComplete="new-password"
            {...field('password', 'Password', 'Sealed; never shown again')}
          />
          <TextInput {...field('project', 'Project', 'The tenant on the platform')} />
          <Group grow>
            <TextInput {...field('region', 'Region')} />
            <TextInput {...field('zone', 'Zone', 'Default: the region')} />
          </Group>
          {add.error && <Refusal error={add.error} />}
          {add.data?.outcome === 'conflict' && <Text c="red">{add.data.message}</Text>}
          <Button type="submit" loading={add.isPending}>
            Register
          </Button>
        </Stack>
      </form>
    </Drawer>
  );
}

function registrationOf({ region, zone, project, ...needed }: Fields): Registration {
  return {
    ...needed,
    region: region || undefined,
    zone: zone || undefined,
    tenant: project ? { name: project } : undefined,
  };
}

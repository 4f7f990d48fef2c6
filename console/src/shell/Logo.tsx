import { Group, Text } from '@mantine/core';

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src={`${import.meta.env.BASE_URL}favicon.svg`} width={24} height={24} alt="" />
      <Text fw={650} size="md" lts={-0.2}>
        Headroom
      </Text>
    </Group>
  );
}

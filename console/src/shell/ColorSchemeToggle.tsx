import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? 'Light colours' : 'Dark colours';
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <span aria-hidden>{isDark ? '☀' : '☾'}</span>
    </ActionIcon>
  );
}

import { Accordion, ScrollArea, Table, Text } from '@mantine/core';
import { classNamed, formatAmount } from '../kernel/amounts';
import { isCoarse } from '../kernel/coarse';
import type { TimeWindow } from '../kernel/instant';
import { InstantText } from '../time/InstantText';
import type { ClassSteps } from './capacity-csv';
import { FIGURES } from './figures';

/** More rows than anybody reads; the CSV has them all. */
const MAX_ROWS = 200;

export interface CapacityTablesProps {
  readonly pictures: readonly ClassSteps[];
  readonly window: TimeWindow;
}

/** What the charts show, as tables. */
export function CapacityTables({ pictures, window }: CapacityTablesProps) {
  if (pictures.length === 0) return null;
  return (
    <Accordion variant="contained" multiple chevronPosition="left">
      {pictures.map(({ name, steps }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>
            <Text size="sm">
              {classNamed(name).label} as a table ({steps.length} {steps.length === 1 ? 'row' : 'rows'})
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <StepTable name={name} steps={steps.filter(({ start }) => start < window.end)} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function StepTable({ name, steps }: ClassSteps) {
  return (
    <ScrollArea.Autosize mah={360} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table striped stickyHeader captionSide="bottom">
        <Table.Caption>
          {isCoarse(steps)
            ? 'Each row has the least that is free until the next row; the CSV has every change.'
            : 'Each row holds until the next.'}
          {steps.length > MAX_ROWS && ` These are the first ${MAX_ROWS} rows; the CSV has all.`}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">From</Table.Th>
            {FIGURES.map(({ figure, said }) => (
              <Table.Th key={figure} scope="col" ta="right">
                {said}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.slice(0, MAX_ROWS).map((step) => (
            <Table.Tr key={step.start}>
              <Table.Td>
                <InstantText at={step.start} />
              </Table.Td>
              {FIGURES.map(({ figure }) => (
                <Table.Td key={figure} ta="right" className="instant">
                  {formatAmount(name, step[figure])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

import { jsonWithList } from '../../http/answers/streamed-answer.js';
import { csvLine } from '../csv.js';
import type { UsageReport } from '../reports.service.js';
import { IDLE_COLUMNS, usageColumns, usageHead, usageLine, type Idle } from './report-answers.js';

/** A usage report as JSON, piece by piece. */
export function usageJson(report: UsageReport): AsyncGenerator<string> {
  return jsonWithList(usageHead(report), 'rows', report.rows, (row) => usageLine(report.by, row));
}

/** A usage report as CSV, piece by piece. */
export async function* usageCsv(report: UsageReport): AsyncGenerator<string> {
  const columns = usageColumns(report.by);
  let head = csvLine(columns);
  for await (const batch of report.rows) {
    const lines = batch.map((row) => {
      const line = usageLine(report.by, row);
      return csvLine(columns.map((column) => line[column]));
    });
    yield head + lines.join('');
    head = '';
  }
  if (head) yield head;
}

/** The reservations of an idle report as CSV. */
export function idleCsv({ reservations }: Idle): string {
  const lines = reservations.map((line) => csvLine(IDLE_COLUMNS.map((column) => line[column])));
  return csvLine(IDLE_COLUMNS) + lines.join('');
}

import { parse, type ParsedUrlQuery } from 'node:querystring';

/** Such as `timePeriod[startTime]`, `attributeSelector[]` or `queryReservationFilter[0][reservationId]`. */
const BRACKETED = /^[^[\]]+(\[[^[\]]+\])*(\[\])?$/;

/**
 * The query parameters of a request. Many clients write nested members in brackets of their own accord: `a[b]=c` is `a.b=c`, and `a[]=c`
 * one of a repeated `a=c`.
 */
export function parseParameters(text: string): ParsedUrlQuery {
  // By default the parameters after the first thousand are left out.
  const parameters = parse(text, '&', '=', { maxKeys: 0 });
  for (const name of Object.keys(parameters)) {
    if (!name.includes('[') || !BRACKETED.test(name)) continue;
    const values = [parameters[dotted(name)] ?? [], parameters[name] ?? []].flat();
    delete parameters[name];
    parameters[dotted(name)] = values.length === 1 ? values[0] : values;
  }
  return parameters;
}

function dotted(name: string): string {
  return name.replace(/\[\]$/, '').replaceAll('[', '.').replaceAll(']', '');
}

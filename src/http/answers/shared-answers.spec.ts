import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { keepAnswer, shareAnswers } from './shared-answers.js';

/** Asks for a list, accepting answers of some age. Gives whether the answer was made anew. */
function setup() {
  const handler = shareAnswers();
  return (accept: string, isClientGone = false) =>
    new Promise<boolean>((resolve) => {
      const request = {
        ...{ method: 'GET', url: '/zones?limit=1', path: '/zones', query: { limit: '1' } },
        headers: { 'cache-control': 'max-age=60', accept },
        socket: { destroyed: false },
      } as unknown as Request;
      const response: Response = Object.assign(new EventEmitter(), {
        ...{
          statusCode: 200,
          hasHeader: () => false,
          setHeader: () => undefined,
          setHeaders: () => undefined,
        },
        end: () => resolve(false),
      }) as never;
      void handler(request, response, () => {
        if (isClientGone) response.emit('close');
        keepAnswer(response, '{"items":[]}');
        resolve(true);
      });
    });
}

describe('the answers that are kept', () => {
  it('take a limited amount of memory, also when they are short and their keys long', async () => {
    const isMadeAnew = setup();
    expect(await isMadeAnew('first')).toBe(true);
    expect(await isMadeAnew('first')).toBe(false);
    const long = 'a'.repeat(15_000);
    for (let number = 0; number < 2_500; number += 1) await isMadeAnew(`${number}${long}`);
    expect(await isMadeAnew('first')).toBe(true);
    expect(await isMadeAnew(`2499${long}`)).toBe(false);
  });

  // Regression: the report of a client that hung up ended without its rows, and others were given it.
  it('are not those that were made after their clients had gone', async () => {
    const isMadeAnew = setup();
    await isMadeAnew('any', true);
    expect(await isMadeAnew('any')).toBe(true);
    expect(await isMadeAnew('any')).toBe(false);
  });
});

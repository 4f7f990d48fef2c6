import fc from 'fast-check';
import type { Configuration } from '../../config/configuration.js';
import { RateLimits } from './rate-limits.js';
import { requestWeight } from '../../kernel/request-weight.js';

const limitsOf = (perSecond: number, burst: number) =>
  new RateLimits({ rateLimit: { perSecond, burst } } as Configuration);

describe('a rate limit', () => {
  it('lets a burst through, and then says how long to wait', () => {
    const limits = limitsOf(2, 4);
    const taken = [0, 0, 0].map(() => limits.take('a', 2, 0, 0));
    expect(taken).toEqual([
      { isEnough: true, remaining: 2, wait: 0 },
      { isEnough: true, remaining: 0, wait: 0 },
      { isEnough: false, remaining: 0, wait: 1 },
    ]);
    expect(limits.take('a', 2, 0, 1000).isEnough).toBe(true);
    expect(limits.take('b', 4, 0, 1000).isEnough).toBe(true);
  });

  // Regression: the first part was paid again at each attempt, so the bucket was never full enough for the second.
  it('lets a request that pays in two parts through after the wait that it was told', () => {
    const rates = fc.record({
      rate: fc.integer({ min: 1, max: 50 }),
      burst: fc.integer({ min: 20, max: 100 }),
    });
    fc.assert(
      fc.property(rates, fc.nat(100), fc.constantFrom(1, 2), ({ rate, burst }, spent, head) => {
        const limits = limitsOf(rate, burst);
        limits.take('a', Math.min(spent, burst), 0, 0);
        const attempt = (now: number) => {
          const first = limits.take('a', head, 0, now);
          return first.isEnough ? limits.take('a', 20 - head, head, now) : first;
        };
        let [now, answer] = [0, attempt(0)];
        // The head may have been refused first, with a wait of its own.
        for (let attempts = 0; attempts < 2 && !answer.isEnough; attempts++) {
          now += answer.wait * 1000;
          answer = attempt(now);
        }
        expect(answer.isEnough).toBe(true);
      }),
    );
  });

  it('never lets more through than the burst and the rate allow', () => {
    const steps = fc.array(fc.record({ after: fc.nat(3000), weight: fc.constantFrom(1, 2, 20) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 20, max: 100 }),
        (all, rate, burst) => {
          const limits = limitsOf(rate, burst);
          let [now, spent] = [0, 0];
          for (const { after, weight } of all) {
            now += after;
            if (limits.take('a', weight, 0, now).isEnough) spent += weight;
            expect(spent).toBeLessThanOrEqual(burst + (now / 1000) * rate + 1e-6);
          }
        },
      ),
    );
  });
});

it.each([
  ['GET', '/reservations', 1],
  ['HEAD', '/zones', 1],
  ['POST', '/create-reservation', 2],
  ['DELETE', '/reservation/compute/x', 2],
  ['POST', '/query-capacity', 20],
  ['GET', '/Capacity/compute/query/', 20],
  ['QUERY', '/reservation/storage/query', 20],
  ['GET', '/metrics', 20],
  ['POST', '/find-windows', 20],
  ['GET', '/reports/usage?by=tenant', 20],
  ['GET', '/reservation/compute/query', 20],
  ['GET', '/reservation/compute/query?reservationId=', 20],
  ['GET', '/capacity/compute/query?reservationId=x', 20],
  ['GET', '/reservation/compute/query?reservationId=x', 1],
  ['GET', '/reservation/network/query?limit=1&reservationId=x', 1],
  ['GET', '/reservation/network/query?reservationId=x&reservationId=y', 20],
  ['GET', '/reservation/network/query?reservationId=x&reservation%49d=y', 20],
  ['GET', '/reservation/network/query?reservationId[]=x', 1],
  ['GET', '/reservation/network/query?reservationId=x&reservationId[]=y', 20],
  ['GET', '/reservation/network/query?reservationId=x&reservationId%5B%5D=y', 20],
  ['GET', '/reservation/network/query?reservationId[0]=x&reservationId[1]=y', 20],
  ['GET', '/reservation/network/query?reservationId[=x', 20],
])('%s %s weighs %i', (method, path, weight) => {
  expect(requestWeight(method, path)).toBe(weight);
});

import { RequestFigures } from './request-figures.js';

it('counts a PATCH as such, not as another method', () => {
  const figures = new RequestFigures();
  const answer = { route: '/reservation/:id', status: 200, result: 'ok', seconds: 0.001 } as const;
  for (const method of ['PATCH', 'PATCH', 'BREW']) figures.add({ method, ...answer });
  expect([...figures.all()].map(({ method, answers }) => [method, answers.get(200)?.get('ok')])).toEqual([
    ['PATCH', 2],
    ['other', 1],
  ]);
});

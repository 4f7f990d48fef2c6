import { Controller, Delete, Get, Post } from '@nestjs/common';
import { Allow } from './allow.js';
import { RoutePermissions } from './route-permissions.js';

@Controller('things')
class Things {
  @Get() @Allow('auditor', 'admin') list(): void {}
  @Get(':id') @Allow('consumer') read(): void {}
  @Post('sum') @Allow('operator') sum(): void {}
  @Post(':id/turn.round') @Allow('admin') turn(): void {}
  @Delete([':id', ':id/all']) remove(): void {}
  helper(): void {}
}

@Controller('capacity/compute')
class Queries {
  @Get('query') @Allow('consumer') query(): void {}
}

describe('who may call the operation at a path', () => {
  const permissions = new RoutePermissions([Things, Queries]);

  it.each([
    ['GET', '/things', ['auditor', 'admin']],
    ['HEAD', '/Things/', ['auditor', 'admin']],
    ['GET', '/things/a%2Fb', ['consumer']],
    ['POST', '/things/sum', ['operator']],
    ['POST', '/things/a/turn.round', ['admin']],
    ['DELETE', '/things/a/all', []],
    ['QUERY', '/capacity/compute/query', ['consumer']],
    ['POST', '/capacity/compute/query/', ['consumer']],
  ])('%s %s', (method, path, permitted) => {
    expect(permissions.at(method, path)).toEqual(permitted);
  });

  it.each([
    ['POST', '/things'],
    ['GET', '/things/a/b'],
    ['POST', '/things/a/turnxround'],
    ['PATCH', '/things/a'],
    ['GET', '/nowhere'],
  ])('is not known for %s %s, which is none', (method, path) => {
    expect(permissions.at(method, path)).toBeUndefined();
  });
});

import { Controller, Delete, Get, Post } from '@nestjs/common';
import { Allow } from './allow.js';
import { Routes } from './routes.js';

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

const routes = new Routes([Things, Queries]);

describe('who may call the operation at a path', () => {
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
    expect(routes.permittedAt(method, path)).toEqual(permitted);
  });

  it.each([
    ['POST', '/things'],
    ['GET', '/things/a/b'],
    ['POST', '/things/a/turnxround'],
    ['PATCH', '/things/a'],
    ['GET', '/nowhere'],
  ])('is not known for %s %s, which is none', (method, path) => {
    expect(routes.permittedAt(method, path)).toBeUndefined();
  });
});

describe('the methods at a path', () => {
  it.each([
    ['/things', ['GET', 'HEAD', 'OPTIONS']],
    ['/things/a', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/things/sum', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/capacity/compute/query', ['GET', 'HEAD', 'OPTIONS', 'POST', 'QUERY']],
    ['/nowhere', []],
  ])('%s', (path, methods) => {
    expect(routes.methodsAt(path)).toEqual(methods);
  });
});

describe('the template of a path', () => {
  it.each([
    ['GET', '/things/a', '/things/:id'],
    ['POST', '/things/a/turn.round', '/things/:id/turn.round'],
    ['PUT', '/things', '/things'],
    ['GET', '/nowhere', 'unmatched'],
  ])('%s %s', (method, path, template) => {
    expect(routes.templateAt(method, path)).toBe(template);
  });
});

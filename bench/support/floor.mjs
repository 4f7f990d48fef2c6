// The framework's floor: Nest on Express with its own JSON parser and one operation that looks at nothing and answers
// what the real one answers. What a service built this way costs before it has done anything.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class FloorController {
  create(body) {
    const result = body.zone === undefined ? 'error' : 'ok';
    return { result, 'reservation-id': randomUUID(), message: 'reservation request accepted' };
  }
}
class FloorModule {}

// What the decorators would do; this file runs uncompiled.
const create = Object.getOwnPropertyDescriptor(FloorController.prototype, 'create');
Body()(FloorController.prototype, 'create', 0);
HttpCode(200)(FloorController.prototype, 'create', create);
Post('create-reservation')(FloorController.prototype, 'create', create);
Controller()(FloorController);
Module({ controllers: [FloorController] })(FloorModule);

const app = await NestFactory.create(FloorModule, { logger: false });
await app.listen(0, '127.0.0.1');
process.once('disconnect', () => void app.close());
process.send({ port: app.getHttpServer().address().port });

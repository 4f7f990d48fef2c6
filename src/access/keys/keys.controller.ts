import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Allow } from '../../http/allow.js';
import { listPage, listRequest } from '../../http/wire/list-parameters.js';
import { AnsweredRequests } from '../../idempotency/answered-requests.js';
import {
  Call,
  IdempotencyKey,
  type KeyedRequest,
  type ClientCall,
} from '../../idempotency/idempotency-key.js';
import type { ApiKey } from './api-key.js';
import { keyDetails, keyIssued, keyRotated } from './dto/key-answers.js';
import {
  ChangeKeyBody,
  CreateKeyBody,
  keyFilter,
  KeyListParameters,
  readKeyChange,
  readKeyRequest,
  readRotation,
  RotateKeyBody,
} from './dto/keys.dto.js';
import { ChangeKey, CreateKey, ListKeys, ReadKey, RevokeKey, RotateKey } from './dto/keys.openapi.js';
import { KeysService, type IssuedKey } from './keys.service.js';

/** Additive: the keys that callers authenticate with. */
@Controller('keys')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post()
  @Allow('admin')
  @CreateKey()
  create(@Body() body: CreateKeyBody, @Call() { caller, key }: ClientCall) {
    const request = readKeyRequest(body);
    return this.answered.onceSealed<IssuedKey>(
      key,
      (remember) => this.keys.create(request, caller, remember),
      keyIssued,
    );
  }

  @Get()
  @Allow('admin')
  @ListKeys()
  async list(@Query() query: KeyListParameters) {
    const request = listRequest('keys', query);
    return listPage(await this.keys.list(keyFilter(query), request), request, keyDetails);
  }

  @Get(':id')
  @Allow('admin')
  @ReadKey()
  async get(@Param('id') id: string) {
    return keyDetails(await this.keys.get(id));
  }

  @Patch(':id')
  @Allow('admin')
  @ChangeKey()
  change(@Param('id') id: string, @Body() body: ChangeKeyBody, @IdempotencyKey() key?: KeyedRequest) {
    const change = readKeyChange(body);
    return this.answered.once<ApiKey>(key, (remember) => this.keys.change(id, change, remember), keyDetails);
  }

  @Delete(':id')
  @Allow('admin')
  @RevokeKey()
  revoke(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.once<ApiKey>(key, (remember) => this.keys.revoke(id, remember), keyDetails);
  }

  @Post(':id/rotate')
  @Allow('admin')
  @RotateKey()
  rotate(@Param('id') id: string, @Body() body: RotateKeyBody, @IdempotencyKey() key?: KeyedRequest) {
    const { overlapSeconds, expiresAt } = readRotation(body);
    return this.answered.onceSealed<IssuedKey>(
      key,
      (remember) => this.keys.rotate(id, overlapSeconds, { expiresAt, remember }),
      keyRotated,
    );
  }
}

import { extname } from 'node:path';
import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow } from '../http/allow.js';
import { Configuration } from '../config/configuration.js';
import { WITHOUT_PAUSE } from '../kernel/pace.js';
import { EdgeRefusal, NO_SUCH_PATH } from '../http/answers/problem.js';
import { TakesAnything } from '../http/body/unknown-members.js';
import { CONTENT_POLICY, docsFile, PAGE, type PageFile } from './docs-page.js';
import { buildDocument, controllerOf, type DescribedController } from './document.js';
import { Answer, Operation } from './operations.js';
import { SERVICE_TAG } from './samples.js';

/** Injects the classes that describe webhooks. */
export const WEBHOOKS = Symbol('webhooks');

/** The description of the interface, for machines and for people. */
@Controller()
@TakesAnything()
export class OpenApiController {
  /** Made at the first request, so that a start doesn't wait for it. */
  private document?: Promise<string>;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly configuration: Configuration,
    @Inject(WEBHOOKS) private readonly webhooks: readonly (new () => object)[],
  ) {}

  @Get('openapi.json')
  @Allow('anyone')
  @Operation({
    id: 'readDocument',
    tag: SERVICE_TAG,
    summary: 'This document; `/docs` shows it in a browser',
  })
  @Answer({ description: 'An OpenAPI 3.1 document.', schema: { type: 'object', additionalProperties: true } })
  @Header('Content-Type', 'application/json; charset=utf-8')
  read(): Promise<string> {
    this.document ??= this.build();
    return this.document;
  }

  @Get('docs')
  @Allow('anyone')
  @ApiExcludeEndpoint()
  page(@Res() response: Response): void {
    send(response.type('html'), PAGE);
  }

  @Get('docs/:file')
  @Allow('anyone')
  @ApiExcludeEndpoint()
  async file(@Param('file') name: string, @Res() response: Response): Promise<void> {
    const file = await docsFile(name);
    if (!file) throw new EdgeRefusal(404, 'not-found', NO_SUCH_PATH);
    send(response.type(extname(name)), file);
  }

  private async build(): Promise<string> {
    const wrappers = [...this.modules.values()].flatMap(({ controllers }) => [...controllers.values()]);
    const controllers = [...(wrappers as DescribedController[]), ...this.webhooks.map(controllerOf)];
    const work = buildDocument(controllers, this.configuration.policies.largestAmounts);
    return JSON.stringify(await WITHOUT_PAUSE.inParts(work));
  }
}

function send(response: Response, { maxAge, content }: PageFile): void {
  response.set({ 'Content-Security-Policy': CONTENT_POLICY, 'Cache-Control': `max-age=${maxAge}` });
  response.send(content);
}

import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Configuration } from '../../config/configuration.js';
import { classesIn } from '../../config/resource-classes.js';
import { EdgeRefusal, NO_SUCH_PATH } from '../problem.js';
import { CONTENT_POLICY, docsFile, docsPage, type PageFile } from './docs-page.js';
import { buildDocument } from './document.js';

/** The description of the interface, for machines and for people. */
@Controller()
export class OpenApiController {
  /** Made at the first request, so that a start doesn't wait for it. */
  private document?: string;

  constructor(private readonly configuration: Configuration) {}

  @Get('openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  read(): string {
    this.document ??= JSON.stringify(buildDocument(classesIn(this.configuration)));
    return this.document;
  }

  @Get('docs')
  page(@Res() response: Response): void {
    send(response, docsPage());
  }

  @Get('docs/:file')
  async file(@Param('file') name: string, @Res() response: Response): Promise<void> {
    const file = await docsFile(name);
    if (!file) throw new EdgeRefusal(404, 'not-found', NO_SUCH_PATH);
    send(response, file);
  }
}

function send(response: Response, { type, maxAge, content }: PageFile): void {
  response.set({
    'Content-Type': type,
    'Content-Security-Policy': CONTENT_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `max-age=${maxAge}`,
  });
  response.send(content);
}

import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../config/configuration.js';
import { Allow } from '../http/allow.js';
import { TakesAnything } from '../http/body/unknown-members.js';
import { Answer, Operation } from './operations.js';
import { example, SERVICE_TAG } from './samples.js';
import { SIGNPOST, Signpost } from './signpost.js';

/** What the address of the service alone answers. */
@Controller()
@TakesAnything()
export class RootController {
  constructor(private readonly configuration: Configuration) {}

  /** A person who opens it in a browser is sent to the console, else to the documentation. */
  @Get()
  @Allow('anyone')
  @Operation({
    id: 'readRoot',
    tag: SERVICE_TAG,
    summary: 'Where to find what',
    description:
      'A browser, which asks for `text/html`, is sent to `/console`, or to `/docs` where `CONSOLE` is off.',
  })
  @Answer({
    description: 'Where to go on.',
    type: Signpost,
    examples: example(SIGNPOST),
  })
  @Answer({ status: 302, description: 'To `/console`, or `/docs`.' })
  read(@Req() request: Request, @Res() response: Response): void {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html')
      response.redirect(this.configuration.console ? '/console' : '/docs');
    else response.json(SIGNPOST);
  }
}

import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SIGNPOST } from './signpost.js';

/** What the address of the service alone answers. */
@Controller()
export class RootController {
  /** A person who opens it in a browser is sent to the documentation. */
  @Get()
  read(@Req() request: Request, @Res() response: Response): void {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') response.redirect('/docs');
    else response.json(SIGNPOST);
  }
}

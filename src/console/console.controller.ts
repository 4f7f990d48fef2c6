import { extname } from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Allow } from '../http/allow.js';
import { EdgeRefusal } from '../http/answers/problem.js';
import { TakesAnything } from '../http/body/unknown-members.js';
import { INDEX, readConsoleFiles, type ConsoleFiles } from './console-files.js';
import { consolePage } from './console-page.js';

const NOT_BUILT = "The console has not been built: run 'npm run build', and start the service again.";
const NO_SUCH_FILE = 'The console has no such file; it may have been updated. Load the page again.';

/** Endings of the files that a browser gets. */
const SERVED: readonly string[] = ['.html', '.js', '.css', '.svg'];

/** Encodings and the endings of their files. The smallest is the first: a client gets the first that it takes. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Where the name of a file changes with its content, so a browser may keep the file for ever. */
const ASSETS = 'assets/';
const YEAR_SECONDS = 31_536_000;

/** The web console: files that the build made, and one page for all its addresses. */
@Controller('console')
@TakesAnything()
@ApiExcludeController()
export class ConsoleController {
  /** Read at the first request, so that a start doesn't wait for them. */
  private files?: Promise<ConsoleFiles | undefined>;

  @Get()
  @Allow('anyone')
  async page(@Res() response: Response): Promise<void> {
    sendPage(response, await this.all());
  }

  /** An address that names no file is one of the console's own, which it reads itself. */
  @Get('*path')
  @Allow('anyone')
  async file(
    @Param('path') path: string[],
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const name = path.join('/');
    const files = await this.all();
    const isServed = name !== INDEX && SERVED.includes(extname(name)) && files.has(name);
    if (isServed) sendFile(request, response, files, name);
    else if (name.startsWith(ASSETS)) throw new EdgeRefusal(404, 'not-found', NO_SUCH_FILE);
    else sendPage(response, files);
  }

  private async all(): Promise<ConsoleFiles> {
    this.files ??= readConsoleFiles();
    const files = await this.files.catch((error: unknown) => {
      this.files = undefined;
      throw error;
    });
    if (files) return files;
    this.files = undefined;
    throw new EdgeRefusal(404, 'not-found', NOT_BUILT);
  }
}

function sendPage(response: Response, files: ConsoleFiles): void {
  const index = files.get(INDEX);
  if (!index) throw new EdgeRefusal(404, 'not-found', NOT_BUILT);
  const { html, policy } = consolePage(index);
  response.type('html').set({
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  });
  response.send(html);
}

function sendFile(request: Request, response: Response, files: ConsoleFiles, name: string): void {
  // One by one: of several, Express prefers the one that the client names first, and browsers name gzip first.
  const [encoding, ending = ''] =
    ENCODINGS.find(([each, end]) => files.has(name + end) && request.acceptsEncodings(each)) ?? [];
  response.vary('Accept-Encoding').type(extname(name));
  response.set({
    'Cache-Control': name.startsWith(ASSETS)
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : 'public, max-age=3600',
    ...(encoding && { 'Content-Encoding': encoding }),
  });
  response.send(files.get(name + ending));
}

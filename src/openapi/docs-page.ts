import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import swaggerUiDirectory from 'swagger-ui-dist/absolute-path.js';

export interface PageFile {
  /** For how many seconds a browser may keep it; the files of Swagger UI are large and change with a release only. */
  readonly maxAge: number;
  readonly content: string | Buffer;
}

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Headroom interface</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="interface"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** A browser can't send a GET with a body, so such a question is asked by POST. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#interface',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  requestInterceptor: (request) => (
    request.method === 'GET' && request.body ? Object.assign(request, { method: 'POST' }) : request
  ),
});
`;

const ASSETS: readonly string[] = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** All comes from here: nothing is fetched from elsewhere, nor told there. */
export const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

export const PAGE: PageFile = { maxAge: 0, content: HTML };

/** A file of the page; undefined for a name that is none of them. */
export async function docsFile(name: string): Promise<PageFile | undefined> {
  if (name === 'start.js') return { maxAge: 0, content: START };
  if (!ASSETS.includes(name)) return undefined;
  return { maxAge: 3600, content: await readFile(join(swaggerUiDirectory(), name)) };
}

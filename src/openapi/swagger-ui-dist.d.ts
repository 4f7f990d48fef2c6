declare module 'swagger-ui-dist/absolute-path.js' {
  /** The directory in which the files of Swagger UI lie. */
  export default function absolutePath(): string;
}

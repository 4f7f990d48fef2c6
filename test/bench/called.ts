import { execFileSync } from 'node:child_process';

/** Calls a function of a benchmark module in its own process, because Jest does not load the module. */
export function called(module: string, name: string, ...parameters: unknown[]): unknown {
  const program = `
    const functions = await import(${JSON.stringify(`${process.cwd()}/bench/support/${module}.mjs`)});
    const result = await functions[${JSON.stringify(name)}](...${JSON.stringify(parameters)});
    console.log(JSON.stringify(result));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(output.toString());
}

import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

interface Answer {
  readonly number: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Calls functions of an ES module that Jest does not load, in one process for all tests of a file. */
export class ModuleProcess {
  private child?: ChildProcess;
  private calls = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  /** @param module its path in the project */
  constructor(private readonly module: string) {
    afterAll(() => this.child?.kill());
  }

  async call(name: string, ...parameters: unknown[]): Promise<unknown> {
    const child = (this.child ??= this.start());
    const number = ++this.calls;
    const answer = new Promise<Answer>((resolve) => this.waiting.set(number, resolve));
    child.send({ number, name, parameters });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(error);
    return result;
  }

  private start(): ChildProcess {
    const root = process.cwd();
    const program = join(root, 'test/support/called-module.mjs');
    const child = fork(program, [join(root, this.module)], { serialization: 'advanced' });
    child.on('message', (answer: Answer) => {
      this.waiting.get(answer.number)?.(answer);
      this.waiting.delete(answer.number);
    });
    child.once('close', (status) => {
      for (const [number, give] of this.waiting)
        give({ number, error: `the process of ${this.module} ended with ${status}` });
    });
    return child;
  }
}

import { Random } from '../random.mjs';
import { drawRequest } from './request.mjs';

const PROGRESS = 5000;

/**
 * Sends all requests of a run in waves. All requests of a wave are drawn before the first of them is sent, and are sent at once.
 * So the draws depend on the answers to earlier waves, in the order of the request numbers, and not on the order of the answers.
 *
 * @param values function of a path and a stream of random numbers that returns a `Values`
 * @throws Error when the service has ended
 */
export async function sendInWaves({ options, operations, values, wire, service }, onAnswer) {
  const draw = drawerOf(options.seed, operations, values);
  for (let next = 1; next <= options.requests; next += options.connections) {
    const last = Math.min(next + options.connections - 1, options.requests);
    const wave = [];
    for (let number = next; number <= last; number++) wave.push(draw(number));
    const answers = await Promise.all(wave.map((request) => wire.send(request)));
    wave.forEach((request, index) => onAnswer(request, answers[index]));
    if (!service.isRunning) throw new Error(`the service ended during requests ${next} to ${last}`);
    if (Math.floor(last / PROGRESS) > Math.floor((next - 1) / PROGRESS)) console.log(`${last} requests`);
  }
}

function drawerOf(seed, operations, values) {
  const byKey = new Map(operations.map((operation) => [operation.key, operation]));
  const weights = Object.fromEntries(operations.map(({ key, weight }) => [key, weight]));
  let previous;
  return (number) => {
    const random = new Random(seed, 'request', number);
    const operation = byKey.get(random.weighted(weights));
    previous = drawRequest(operation, number, values(operation.path, random), previous);
    return previous;
  };
}

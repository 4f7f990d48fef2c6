import type { ResourceClass } from './resource-amounts.js';

/** A resource class in a message. Each interface has its own word for it. */
export interface ClassWord {
  readonly resourceClass: ResourceClass;
}

/** A text for people. It names classes by reference, because each interface has its own words for them. */
export type Message = string | readonly (string | ClassWord)[];

export function classWord(resourceClass: ResourceClass): ClassWord {
  return { resourceClass };
}

/** The text; by default it names classes as the service does. */
export function textOf(message: Message, wordFor = (name: ResourceClass): string => name): string {
  if (typeof message === 'string') return message;
  return message.map((part) => (typeof part === 'string' ? part : wordFor(part.resourceClass))).join('');
}

export function classesNamedIn(message: Message): ResourceClass[] {
  if (typeof message === 'string') return [];
  return message.flatMap((part) => (typeof part === 'string' ? [] : part.resourceClass));
}

export function joined(messages: readonly Message[], separator: string): Message {
  return messages.flatMap((message, index) => [
    ...(index > 0 ? [separator] : []),
    ...(typeof message === 'string' ? [message] : message),
  ]);
}

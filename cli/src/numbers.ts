import { InvalidArgumentError } from 'commander';

/** Reads the number of an option. Digits only: `Number` also takes empty text for 0, and `0x10`, `1e3` and blanks. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`It is a whole number ${range}.`);
  };
}

/** As `wholeNumber`, for a decimal fraction; the service checks its range. */
export function fraction(text: string): number {
  if (/^\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number such as 0.8.');
}

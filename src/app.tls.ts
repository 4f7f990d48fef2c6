import { Logger } from '@nestjs/common';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from './config/configuration.js';

export interface TlsKeyPair {
  readonly cert: string;
  readonly key: string;
}

const logger = new Logger('TLS');

/**
 * Reads a certificate and its key.
 *
 * @throws Error that names the variable to change
 */
export function readKeyPair({ certificate, key }: TlsFiles): TlsKeyPair {
  const pair = { cert: readPem('TLS_CERT_FILE', certificate), key: readPem('TLS_KEY_FILE', key) };
  try {
    createSecureContext(pair);
    warnIfExpired(pair.cert);
    return pair;
  } catch (error) {
    // The messages of OpenSSL hold nothing of the key.
    const reason = (error as Error).message;
    throw new Error(`TLS_CERT_FILE, TLS_KEY_FILE: they don't hold a certificate and its key: ${reason}`, {
      cause: error,
    });
  }
}

/** New connections get the certificate that the files hold now. With files that can't be used the service keeps the one it has. */
export function reloadKeyPair(server: Server, files: TlsFiles): void {
  try {
    (server as TlsServer).setSecureContext(readKeyPair(files));
    logger.log('the certificate has been read again');
  } catch (error) {
    logger.error(`the certificate stays as it was: ${(error as Error).message}`);
  }
}

function warnIfExpired(certificate: string): void {
  const { validTo } = new X509Certificate(certificate);
  if (Date.parse(validTo) < Date.now()) logger.warn(`the certificate was valid until ${validTo}`);
}

function readPem(name: string, file: string): string {
  const text = readText(name, file);
  // OpenSSL takes no text for no certificate, and then no client can connect.
  if (text.trim() === '') throw new Error(`${name}: '${file}' is empty`);
  return text;
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${name}: expected a file that can be read, got '${file}'`, { cause: error });
  }
}

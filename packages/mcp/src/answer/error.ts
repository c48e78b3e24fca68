/** What went wrong, as a text from which an agent can correct its call. */
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  CreditLimitError,
  LintelError,
  NotFoundError,
  RateLimitError,
} from '@lintel/client';
import { forAgents } from '../protocol/words.js';

/** A call that cannot be answered as it is; the message says what would be right. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** The text of an error for an agent. Errors that are not expected are named without their insides. */
export function errorText(error: unknown): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof CreditLimitError) return creditText(error);
  if (error instanceof RateLimitError) {
    const seconds = Math.ceil((error.retryAfterMs ?? 60_000) / 1000);
    return `Too many requests. Wait ${seconds} seconds, then call again.`;
  }
  if (error instanceof AuthenticationError) {
    return 'The service does not accept the API key of this server. Ask the user for a valid one.';
  }
  if (error instanceof NotFoundError) return 'Nothing has this id. Take ids from the answers of searches.';
  if (error instanceof ApiError) return forAgents(error.message);
  if (error instanceof ConnectionError)
    return `${error.message.replace(/\.?$/, '.')} Nothing was answered; you may call again.`;
  if (error instanceof LintelError) return error.message;
  return 'The tool failed because of a fault of this server.';
}

function creditText(error: CreditLimitError): string {
  const where = error.upgradeUrl === null ? '' : ` The plan can be upgraded at ${error.upgradeUrl}.`;
  return `${forAgents(error.message)} Nothing was charged.${where}`;
}

/**
 * A store in S3, or in anything that speaks its protocol, by AWS's own client: region, endpoint (`AWS_ENDPOINT_URL_S3`)
 * and credentials come from where all of AWS's tools take them (variables, profiles, roles of machines and pods).
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { loadOptional } from '../base/optional-package.js';
import { messageOf, UserError } from '../base/user-error.js';
import { type Objects, StoreAway, type WritableObjects } from './objects.js';

/** Milliseconds after which an object that has not come or gone is tried again. */
const timeoutMs = 60_000;

/** Names of errors that the store answers and nobody mends by waiting. */
const refusals = new Set([
  'AccessDenied',
  'CredentialsProviderError',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'SignatureDoesNotMatch',
]);
/** Another process has written the object meanwhile. */
const lost = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

/** Opens the store at s3://BUCKET/FOLDER. */
export async function s3Objects(address: string, abortSignal: AbortSignal): Promise<Objects> {
  const [, bucket, folder = ''] = /^s3:\/\/([^/?#@]+)(?:\/([^?#]*))?$/i.exec(address) ?? [];
  if (bucket === undefined) {
    throw new UserError(`${address} is no address of a bucket.`, {
      hint: 'It must look like s3://BUCKET/FOLDER; credentials come from the environment or ~/.aws.',
    });
  }
  // The version of the client is fixed: that later ones need another Node is nothing that an operator can act on.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const aws = await loadOptional(
    '@aws-sdk/client-s3',
    'The client of AWS, which reads and writes S3',
    () => import('@aws-sdk/client-s3'),
  );
  const client = new aws.S3Client({
    maxAttempts: 3,
    // Most servers of the protocol know buckets as folders only.
    forcePathStyle:
      process.env.AWS_ENDPOINT_URL_S3 !== undefined || process.env.AWS_ENDPOINT_URL !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: timeoutMs, connectionTimeout: 10_000, throwOnRequestTimeout: true },
  });
  const name = `s3://${bucket}${folder === '' ? '' : `/${folder.replace(/\/$/, '')}`}`;
  await client.config.region().catch((error) => {
    throw new UserError(`${name} cannot be asked: ${messageOf(error)}.`, {
      hint: 'Set AWS_REGION, or the region of the profile in ~/.aws/config.',
      cause: error,
    });
  });
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  const place = (path: string) => ({ Bucket: bucket, Key: `${prefix}${path}` });
  const ask = asking(name);
  return {
    name,
    get: (path, known) =>
      ask(async () => {
        try {
          const condition = known === undefined ? {} : { IfNoneMatch: known };
          const { Body, ETag = '' } = await client.send(
            new aws.GetObjectCommand({ ...place(path), ...condition }),
            { abortSignal },
          );
          return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), mark: ETag };
        } catch (error) {
          if (statusOf(error) === 304) return 'unchanged';
          if ((error as Error).name === 'NoSuchKey') return null;
          throw error;
        }
      }),
    writable: writableBucket(aws, client, { ask, place, prefix, bucket, abortSignal }),
  };
}

interface Bucket {
  readonly ask: ReturnType<typeof asking>;
  readonly place: (path: string) => { readonly Bucket: string; readonly Key: string };
  readonly prefix: string;
  readonly bucket: string;
  readonly abortSignal: AbortSignal;
}

function writableBucket(
  aws: typeof import('@aws-sdk/client-s3'),
  client: S3Client,
  { ask, place, prefix, bucket, abortSignal }: Bucket,
): WritableObjects {
  return {
    put: (path, bytes) =>
      ask(async () => {
        await client.send(new aws.PutObjectCommand({ ...place(path), Body: bytes }), { abortSignal });
      }),
    replace: (path, bytes, mark) =>
      ask(async () => {
        const condition = mark === null ? { IfNoneMatch: '*' } : { IfMatch: mark };
        try {
          await client.send(new aws.PutObjectCommand({ ...place(path), Body: bytes, ...condition }), {
            abortSignal,
          });
          return true;
        } catch (error) {
          if (lost.has((error as Error).name) || statusOf(error) === 412) return false;
          throw error;
        }
      }),
    list: (under) =>
      ask(async () => {
        const found = new Map<string, { bytes: number; modifiedMs: number }>();
        const input = { Bucket: bucket, Prefix: `${prefix}${under}` };
        for await (const { Contents = [] } of aws.paginateListObjectsV2({ client }, input)) {
          for (const { Key = '', Size = 0, LastModified } of Contents) {
            found.set(Key.slice(prefix.length), {
              bytes: Size,
              modifiedMs: LastModified?.getTime() ?? Date.now(),
            });
          }
        }
        return found;
      }),
    remove: (path) =>
      ask(async () => {
        await client.send(new aws.DeleteObjectCommand(place(path)), { abortSignal });
      }),
  };
}

const statusOf = (error: unknown) =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** Runs a request; what cannot be mended by waiting is a UserError that says what to mend. */
function asking(name: string) {
  return async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      const { name: kind } = error as Error;
      if (!refusals.has(kind)) throw new StoreAway(name, messageOf(error), error);
      throw new UserError(`${name} refuses: ${messageOf(error)} (${kind}).`, {
        hint: 'Look at AWS_ACCESS_KEY_ID, AWS_PROFILE or the role of this machine, and at AWS_REGION and AWS_ENDPOINT_URL_S3.',
        cause: error,
      });
    }
  };
}

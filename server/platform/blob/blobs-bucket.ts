import { S3mini } from 's3mini'

/**
 * Creates the bucket of `address` (`https://endpoint/bucket?region=…`) if it is missing; returns false if it existed.
 * Throws an error of one sentence if the store refuses.
 */
export async function makeBucket(address: string, accessKeyId: string, secretAccessKey: string): Promise<boolean> {
  const url = new URL(address)
  const region = url.searchParams.get('region') ?? 'auto'
  url.search = ''
  const endpoint = url.href.replace(/\/$/, '')
  const s3 = new S3mini({ accessKeyId, secretAccessKey, endpoint, region, requestAbortTimeout: 60_000 })
  if (await s3.bucketExists()) return false
  // If two callers create the bucket at once, one of them gets the answer that it exists already.
  if ((await s3.createBucket()) || (await s3.bucketExists())) return true
  throw new Error(
    `The store at ${endpoint} refused to create the bucket: create it manually, or use a key with that permission.`,
  )
}

import { S3mini } from 's3mini'

/**
 * Makes the bucket of `address` (`https://endpoint/bucket?region=…`) where it is missing; false where it was there. Throws
 * one sentence where the store refuses.
 */
export async function makeBucket(address: string, accessKeyId: string, secretAccessKey: string): Promise<boolean> {
  const url = new URL(address)
  const region = url.searchParams.get('region') ?? 'auto'
  url.search = ''
  const endpoint = url.href.replace(/\/$/, '')
  const s3 = new S3mini({ accessKeyId, secretAccessKey, endpoint, region, requestAbortTimeout: 60_000 })
  if (await s3.bucketExists()) return false
  // Two that ask at once: one of them is told that it is there.
  if ((await s3.createBucket()) || (await s3.bucketExists())) return true
  throw new Error(`The store at ${endpoint} made no bucket: make it by hand, or give a key that may.`)
}

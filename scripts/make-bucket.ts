// `npm run blob:bucket`: creates the bucket of OG_BLOB_URL if the store has none with that name.

import { makeBucket } from '#server/platform/blob/blobs-bucket.ts'
import { readConfig } from '#server/platform/config.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { failAtStart } from '#server/platform/process/process.ts'

readArguments('npm run blob:bucket: makes the bucket of OG_BLOB_URL where it is missing.')

try {
  const { blobUrl, s3AccessKey = '', s3SecretKey = '' } = readConfig()
  if (!blobUrl.startsWith('s3:')) throw new Error('OG_BLOB_URL names no bucket, so there is none to create.')
  const isNew = await makeBucket(blobUrl.slice('s3:'.length), s3AccessKey, s3SecretKey)
  console.log(isNew ? 'Bucket created.' : 'The bucket already exists.')
} catch (error) {
  failAtStart(error)
}

// biome-ignore lint/suspicious/noExplicitAny: parts of an OpenAPI document
type Json = Record<string, any>

const header = (name: string, description: string, example: string, isRequired = true): Json => ({
  name,
  in: 'header',
  required: isRequired,
  description,
  schema: { type: 'string' },
  example,
})
const version = header('tus-resumable', 'The version of the protocol.', '1.0.0')
const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const length = header('upload-length', 'Bytes of the whole file.', '1048576')
const metadata = header(
  'upload-metadata',
  'Pairs of a key and its value in Base64: `filename` the name, `upload` the fields of the upload as JSON.',
  'filename cmVwb3J0LnBkZg==,upload e30=',
  false,
)
const offset = header('upload-offset', 'Offset in bytes at which the body continues.', '0')
const offsetHeader: Json = { 'upload-offset': { description: 'Bytes received.', schema: { type: 'integer' } } }
const refusedResponses: Json = {
  '412': { description: 'The header `tus-resumable` is missing or names another version.' },
  '4XX': { $ref: '#/components/responses/Refused' },
}
const roles: Json = { security: [{ session: ['admin', 'super_editor', 'editor', 'uploader'] }] }

function operation(name: string, summary: string, parameters: Json[], responses: Json, more: Json = {}): Json {
  const described = { parameters: [version, ...parameters], responses: { ...responses, ...refusedResponses } }
  return { operationId: `upload_${name}`, tags: ['upload'], summary, ...roles, ...described, ...more }
}

const bytes: Json = {
  requestBody: {
    required: true,
    content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
}

/**
 * Resumable uploads (tus 1.0). They are no endpoints of the contract, because their bodies are bytes and their replies
 * headers.
 */
export const tusPaths: Record<string, Json> = {
  '/v1/upload/tus': {
    options: {
      operationId: 'upload_tusOptions',
      tags: ['upload'],
      summary: 'Versions, extensions and the largest file of resumable uploads (tus 1.0)',
      security: [],
      responses: {
        '204': { description: 'The headers contain the options' },
        '4XX': { $ref: '#/components/responses/Refused' },
      },
    },
    post: operation('tusCreate', 'Create a resumable upload', [length, metadata], {
      '201': {
        description: 'The upload was created',
        headers: { location: { description: 'Address of the upload.', schema: { type: 'string' } } },
      },
    }),
  },
  '/v1/upload/tus/{id}': {
    head: operation('tusProgress', 'Progress of an upload: the number of bytes received', [id], {
      '200': { description: 'Bytes received so far', headers: offsetHeader },
      '423': { description: 'Its record is being created: retry' },
    }),
    patch: operation(
      'tusAppend',
      'Continue an upload after the last byte received; the last byte completes it and creates the record',
      [id, offset],
      { '204': { description: 'Received', headers: offsetHeader } },
      bytes,
    ),
    delete: operation('tusCancel', 'Cancel an unfinished upload', [id], { '204': { description: 'Cancelled' } }),
  },
}

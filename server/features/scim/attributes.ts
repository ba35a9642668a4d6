// The attributes of users and groups that the console keeps. Validation, changes and `/Schemas` follow this table.

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  description: string
  isMany?: boolean
  isRequired?: boolean
  mutability?: 'readOnly' | 'immutable'
  isExact?: boolean
  isUnique?: boolean
  values?: readonly string[]
  referenceTypes?: readonly string[]
  parts?: readonly Attribute[]
  /** The most characters of a text, or elements of a list. */
  most?: number
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
})

const contact = (name: string, description: string): Attribute => ({
  name,
  type: 'complex',
  description,
  isMany: true,
  parts: [
    text('value', 'The address or number', { most: 200 }),
    text('display', 'A name to show'),
    text('type', 'The kind, for example work', {
      values: name === 'emails' ? ['work', 'home', 'other'] : ['work', 'home', 'mobile', 'fax', 'pager', 'other'],
    }),
    { name: 'primary', type: 'boolean', description: 'Whether it is the preferred one' },
  ],
})

export const externalId = text('externalId', 'The id at the provider', { isExact: true, most: 200 })

const manager: Attribute = {
  name: 'manager',
  type: 'complex',
  description: 'The manager',
  parts: [
    text('value', 'The id of the manager', { isExact: true }),
    { name: '$ref', type: 'reference', description: 'The address of the manager', referenceTypes: ['User'] },
    text('displayName', 'The name of the manager', { mutability: 'readOnly' }),
  ],
}

const enterprise: Attribute = {
  name: enterpriseUrn,
  type: 'complex',
  description: 'Enterprise User',
  parts: [
    text('employeeNumber', 'The number of the employee'),
    text('costCenter', 'The cost center'),
    text('organization', 'The organisation'),
    text('division', 'The division'),
    text('department', 'The department'),
    manager,
  ],
}

export const userAttributes: readonly Attribute[] = [
  text('userName', 'The name at the provider', { isRequired: true, isUnique: true, most: 200 }),
  {
    name: 'name',
    type: 'complex',
    description: 'The parts of the name',
    parts: [
      text('formatted', 'The whole name'),
      text('familyName', 'The family name'),
      text('givenName', 'The given name'),
    ],
  },
  text('displayName', 'The name to show'),
  text('title', 'The job title'),
  { name: 'active', type: 'boolean', description: 'Whether the user may log in' },
  contact('emails', 'E-mail addresses'),
  contact('phoneNumbers', 'Phone numbers'),
  {
    name: 'groups',
    type: 'complex',
    description: 'The groups of the user',
    isMany: true,
    mutability: 'readOnly',
    parts: [
      text('value', 'The id of the group', { mutability: 'readOnly' }),
      {
        ...{ name: '$ref', type: 'reference', description: 'The address of the group' },
        ...{ mutability: 'readOnly', referenceTypes: ['Group'] },
      },
      text('display', 'The name of the group', { mutability: 'readOnly' }),
    ],
  },
]

export const groupAttributes: readonly Attribute[] = [
  text('displayName', 'The name of the group', { isRequired: true, isUnique: true, most: 100 }),
  {
    name: 'members',
    type: 'complex',
    description: 'The users in the group',
    isMany: true,
    most: 5000,
    parts: [
      text('value', 'The id of the user', { mutability: 'immutable', isExact: true }),
      {
        ...{ name: '$ref', type: 'reference', description: 'The address of the user' },
        ...{ mutability: 'immutable', referenceTypes: ['User'] },
      },
      text('type', 'The kind of member', { mutability: 'immutable', values: ['User'] }),
      text('display', 'The name of the user', { mutability: 'readOnly' }),
    ],
  },
]

/** Attributes of the standard that are accepted and not kept: the console has no use for them. */
export const unkept = new Set(
  'schemas id meta nickname profileurl usertype preferredlanguage locale timezone password ims photos addresses entitlements roles x509certificates'.split(
    ' ',
  ),
)

export type Kind = {
  name: 'User' | 'Group'
  plural: 'Users' | 'Groups'
  urn: string
  /** With the extension, as an attribute whose name is its URN. */
  attributes: readonly Attribute[]
}

export const userKind: Kind = {
  ...{ name: 'User', plural: 'Users', urn: userUrn },
  attributes: [...userAttributes, externalId, enterprise],
}
export const groupKind: Kind = {
  ...{ name: 'Group', plural: 'Groups', urn: groupUrn },
  attributes: [...groupAttributes, externalId],
}

export function partOf(parts: readonly Attribute[] | undefined, name: string): Attribute | undefined {
  const wanted = name.toLowerCase()
  return parts?.find(part => part.name.toLowerCase() === wanted)
}

const urnOfList = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export const listOf = (resources: readonly unknown[], more: Record<string, unknown> = {}) => ({
  schemas: [urnOfList],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  ...more,
  Resources: resources,
})

function described(attribute: Attribute): Record<string, unknown> {
  const { name, type, description, mutability = 'readWrite', parts, values, referenceTypes } = attribute
  return {
    ...{ name, type, multiValued: attribute.isMany === true, description },
    ...{ required: attribute.isRequired === true, mutability, returned: 'default' },
    ...(type !== 'boolean' && type !== 'complex' && { caseExact: attribute.isExact === true || type === 'reference' }),
    ...(type !== 'boolean' && { uniqueness: attribute.isUnique ? 'server' : 'none' }),
    ...(values && { canonicalValues: values }),
    ...(referenceTypes && { referenceTypes }),
    ...(parts && { subAttributes: parts.map(described) }),
  }
}

export function schemasAt(base: string): { id: string; [name: string]: unknown }[] {
  const schema = (id: string, name: string, attributes: readonly Attribute[]) => ({
    ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'], id, name, description: name },
    attributes: attributes.map(described),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  return [
    schema(userUrn, 'User', userAttributes),
    schema(enterpriseUrn, 'Enterprise User', enterprise.parts ?? []),
    schema(groupUrn, 'Group', groupAttributes),
  ]
}

export function resourceTypesAt(base: string): { id: string; [name: string]: unknown }[] {
  return [userKind, groupKind].map(({ name, plural, urn }) => ({
    ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'], id: name, name },
    ...{ description: name, endpoint: `/${plural}`, schema: urn },
    ...(name === 'User' && { schemaExtensions: [{ schema: enterpriseUrn, required: false }] }),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))
}

export const resultsAtMost = 200

export function configAt(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: resultsAtMost },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        ...{ type: 'oauthbearertoken', name: 'SCIM credential', primary: true },
        ...{ description: 'A credential from the page of login methods, as bearer token' },
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

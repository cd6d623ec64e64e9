/** The files that GitHub and editors read: workflows, issue forms, dependency updates, .editorconfig. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const readYaml = (path: string): unknown => parse(read(path), { strict: true })

const readJson = (path: string): unknown => JSON.parse(read(path))

type Step = {
  uses?: string
  run?: string
  name?: string
  with?: Record<string, unknown>
  env?: Record<string, unknown>
}

type Job = {
  'runs-on'?: string
  'timeout-minutes'?: number
  uses?: string
  needs?: string
  permissions?: Record<string, string>
  strategy?: { matrix: { node: number[] } }
  steps?: Step[]
}

type Workflow = {
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

const workflow = (path: string): Workflow => readYaml(path) as Workflow

const WORKFLOWS = globSync('.github/workflows/*', { cwd: ROOT })

const jobsOf = (path: string): [string, Job][] => Object.entries(workflow(path).jobs)

const stepsOf = (path: string): Step[] => jobsOf(path).flatMap(([, job]) => job.steps ?? [])

describe('the workflows', () => {
  test('are CI and the release', () => {
    expect(WORKFLOWS.toSorted()).toEqual([
      '.github/workflows/ci.yml',
      '.github/workflows/release.yml',
    ])
  })

  test('run .ci/run on every Node.js that partners use', () => {
    const { checks } = workflow('.github/workflows/ci.yml').jobs
    expect(checks?.strategy?.matrix.node).toEqual([20, 22, 24])
    expect(checks?.steps?.at(-1)?.run).toBe('bash .ci/run')
    const setup = checks?.steps?.find(({ uses }) => uses?.startsWith('actions/setup-node@'))
    expect(setup?.with?.['node-version']).toBe(`\${{ matrix.node }}`)
    const { on } = workflow('.github/workflows/ci.yml')
    expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request']))
  })

  test.each(WORKFLOWS)('pin every action by its commit (%s)', (path) => {
    const used = Array.from(read(path).matchAll(/uses: (\S+)(.*)$/gm))
    expect(used.length).toBeGreaterThan(0)
    for (const [line, action = '', comment] of used) {
      const isOurs = action.startsWith('./') && existsSync(join(ROOT, action))
      const isPinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(`${action}${comment}`)
      expect(isOurs || isPinned, line).toBe(true)
    }
  })

  test.each(WORKFLOWS)(
    'have a time limit, and no permission that they do not name (%s)',
    (path) => {
      expect(workflow(path).permissions).toBeDefined()
      for (const [name, job] of jobsOf(path)) {
        const minutes = job.uses === undefined ? job['timeout-minutes'] : 1
        expect(minutes, name).toBeGreaterThan(0)
        const allowed = Object.entries({
          ...workflow(path).permissions,
          ...job.permissions,
        })
        const written = allowed.filter(([, access]) => access === 'write').map(([scope]) => scope)
        expect(written, name).toEqual(name === 'publish' ? ['id-token'] : [])
      }
    },
  )

  test.each(WORKFLOWS)('use no secret, and leave no token in the checkout (%s)', (path) => {
    expect(read(path)).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
    const checkouts = stepsOf(path).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts).toHaveLength(1)
    expect(checkouts[0]?.with).toEqual({ 'persist-credentials': false })
  })

  test.each(WORKFLOWS)('insert no expression into a shell command (%s)', (path) => {
    expect(stepsOf(path).filter(({ run }) => run?.includes('${{'))).toEqual([])
  })

  test('publish every published package once the checks pass, the protocol first', () => {
    const path = '.github/workflows/release.yml'
    const { on, jobs } = workflow(path)
    expect(on).toEqual({ push: { tags: ['v*'] } })
    expect(jobs['checks']?.uses).toBe('./.github/workflows/ci.yml')
    expect(jobs['publish']?.needs).toBe('checks')
    const script = stepsOf(path).at(-1)?.run ?? ''
    const named = /for package in (.*); do/.exec(script)?.[1]?.split(' ') ?? []
    const published = globSync('*/package.json', { cwd: ROOT }).filter(
      (manifest) => 'publishConfig' in (readJson(manifest) as object),
    )
    expect(named[0]).toBe('protocol')
    expect(named.toSorted()).toEqual(published.map((file) => dirname(file)).toSorted())
    expect(script).toContain('npm publish --provenance')
  })
})

test('every npm script that .github and .ci name exists', () => {
  const { scripts } = readJson('package.json') as { scripts: Record<string, string> }
  const files = globSync(['.github/**/*.{yml,md}', '.ci/run'], { cwd: ROOT })
  const named = files.flatMap((file) =>
    Array.from(read(file).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g), ([, name]) => name),
  )
  expect(named).toEqual(expect.arrayContaining(['build', 'check', 'lint']))
  expect(named.filter((name) => !Object.hasOwn(scripts, name as string))).toEqual([])
})

type Form = {
  name: string
  description: string
  labels: string[]
  body: {
    type: string
    id?: string
    attributes: { label?: string; value?: string; options?: unknown[] }
    validations?: { required: boolean }
  }[]
}

const FORMS = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter(
  (path) => !path.endsWith('config.yml'),
)

describe('the issue forms', () => {
  test('are for a bug, a question and a feature, and nothing else can be opened', () => {
    expect(FORMS.map((path) => basename(path)).toSorted()).toEqual([
      'bug.yml',
      'feature.yml',
      'question.yml',
    ])
    expect(readYaml('.github/ISSUE_TEMPLATE/config.yml')).toMatchObject({
      blank_issues_enabled: false,
    })
  })

  // GitHub shows no form at all when one of these rules is broken.
  test.each(FORMS)('follow the rules of GitHub (%s)', (path) => {
    // As GitHub reads it: a bare `No` is false in YAML 1.1.
    const form = parse(read(path), { strict: true, version: '1.1' }) as Form
    const { name, description, labels, body } = form
    expect(name).toMatch(/\S/)
    expect(description).toMatch(/\S/)
    expect(labels).toHaveLength(1)
    const fields = body.filter(({ type }) => type !== 'markdown')
    const ids = fields.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const labelsOfFields = fields.map(({ attributes }) => attributes.label)
    expect(new Set(labelsOfFields).size).toBe(labelsOfFields.length)
    for (const { type, id, attributes } of body) {
      expect(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']).toContain(type)
      const isNamed =
        type === 'markdown' ? /\S/.test(attributes.value ?? '') : /^[\w-]+$/.test(id ?? '')
      expect(isNamed).toBe(true)
      const isText = attributes.options?.every((option) => typeof option === 'string')
      expect(type !== 'dropdown' || isText, `${path}: the options of ${id}`).toBe(true)
    }
    expect(fields.some(({ validations }) => validations?.required === true)).toBe(true)
  })

  test('point reports of vulnerabilities to SECURITY.md', () => {
    expect(read('.github/ISSUE_TEMPLATE/config.yml')).toContain('SECURITY.md')
    expect(read('.github/ISSUE_TEMPLATE/bug.yml')).toContain('](../blob/HEAD/SECURITY.md)')
    expect(read('SECURITY.md')).toContain('"Report a vulnerability"')
    expect(read('CODE_OF_CONDUCT.md')).toContain('"Report a vulnerability"')
  })
})

describe('updates of dependencies', () => {
  type Update = {
    'package-ecosystem': string
    directory: string
    schedule: { interval: string }
    'versioning-strategy'?: string
    groups?: Record<string, { 'dependency-type'?: string }>
  }
  const { version, updates } = readYaml('.github/dependabot.yml') as {
    version: number
    updates: Update[]
  }

  test('cover npm, the actions and the image', () => {
    expect(version).toBe(2)
    expect(updates.map((update) => update['package-ecosystem'])).toEqual([
      'npm',
      'github-actions',
      'docker',
    ])
    for (const { directory, schedule } of updates) {
      expect(existsSync(join(ROOT, directory))).toBe(true)
      expect(schedule.interval).toBe('weekly')
    }
    expect(globSync('deploy/container/Dockerfile', { cwd: ROOT })).toHaveLength(1)
  })

  test('keep versions exact, in groups', () => {
    const [npm] = updates
    expect(npm?.['versioning-strategy']).toBe('increase')
    const types = Object.values(npm?.groups ?? {}).map((group) => group['dependency-type'])
    expect(types).toEqual(['production', 'development'])
    const manifests = globSync(
      ['package.json', '*/package.json', '{examples,scripts/runtimes}/*/package.json'],
      { cwd: ROOT },
    )
    const ranges = manifests.flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = readJson(path) as Record<
        string,
        Record<string, string> | undefined
      >
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, wanted]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(wanted))
        .map(([name, wanted]) => `${path}: ${name} ${wanted}`)
    })
    expect(ranges).toEqual([])
  })
})

test('.editorconfig says what oxfmt does', () => {
  const { printWidth } = readJson('.oxfmtrc.json') as { printWidth: number }
  const [, all = ''] = read('.editorconfig').split(/^\[\*\]$/m)
  const section = all.split('\n[')[0] ?? ''
  const settings = new Map(
    Array.from(section.matchAll(/^(\w+) = (.*)$/gm), ([, key, value]) => [key, value]),
  )
  expect(Object.fromEntries(settings)).toEqual({
    charset: 'utf-8',
    end_of_line: 'lf',
    indent_style: 'space',
    // The width that oxfmt indents by when .oxfmtrc.json names none.
    indent_size: '2',
    insert_final_newline: 'true',
    trim_trailing_whitespace: 'true',
    max_line_length: String(printWidth),
  })
})

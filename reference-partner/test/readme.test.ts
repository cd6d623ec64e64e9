/** The README's code is the shop's code, and its commands work as pasted. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startReferencePartner } from '../src/start.ts'
import { API_SECRET, HMAC_SECRET } from './platform.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const blocks = (language: string): string[] => {
  const fences = readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))
  return [...fences].map(([, code]) => code ?? '')
}

/** Runs a command as a reader would, while this process goes on serving. */
const runAsync = async (command: string, env: NodeJS.ProcessEnv): Promise<unknown> => {
  const child = spawn('bash', ['-ec', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  return JSON.parse(output)
}

test('quotes shop.ts word for word', () => {
  const shop = readFileSync(new URL('../src/shop.ts', import.meta.url), 'utf8')
  const quoted = blocks('ts').filter((code) => !code.startsWith('import'))
  expect(quoted).toHaveLength(4)
  for (const code of quoted) expect(shop).toContain(code)
})

test('the commands of the tutorial work as pasted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-readme-'))
  const partner = await startReferencePartner({
    apiSecret: API_SECRET,
    hmacSecret: HMAC_SECRET,
    dataFile: join(folder, 'shop.json'),
  })
  try {
    const { port } = new URL(partner.url)
    const env = { ...process.env, API_SECRET, HMAC_SECRET, PORT: port }
    const answers: unknown[] = []
    for (const command of blocks('sh').slice(1)) answers.push(await runAsync(command, env))
    expect(answers).toMatchObject([
      { reference: 'CMD-2026-0117', total_amount: 5490 },
      { reference: 'ECOLE/2026-2027/T1/0342', total_amount: 38000 },
      { success: true },
      { error: 'ALREADY_PAID' },
    ])
  } finally {
    await partner.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the last example runs', () => {
  const folder = mkdtempSync(fileURLToPath(new URL('../.readme-', import.meta.url)))
  try {
    const file = join(folder, 'example.ts')
    writeFileSync(file, blocks('ts').at(-1) ?? '')
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toMatch(
      /^GET http:\/\/127\.0\.0\.1:\d+\/CMD-\d{4}-\d{4} would now be answered\.\n$/,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

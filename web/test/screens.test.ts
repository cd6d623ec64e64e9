/** What all screens have in common, whatever is on them. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { APPLICATIONS } from '../../platform/src/http/screens/screens.ts'
import { startPartner } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

/** The bytes of script, gzip, that each application may start with. */
const BUDGETS = { till: 90_000, portal: 250_000, console: 250_000 } as const

describe('the pages of the screens', () => {
  test.each(Object.entries(BUDGETS))(
    '/%s starts with at most %i bytes of script',
    async (name, most) => {
      const { origin } = stage.platform
      const page = await (await fetch(`${origin}/${name}/`)).text()
      const scripts = [...page.matchAll(/(?:src|href)="(\/screens\/[^"]+\.js)"/g)].map(
        ([, path]) => path,
      )
      expect(scripts.length).toBeGreaterThan(2)
      const sizes = scripts.map(async (path) => {
        const file = await fetch(origin + path)
        return gzipSync(new Uint8Array(await file.arrayBuffer())).length
      })
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      expect(bytes).toBeLessThanOrEqual(most)
    },
  )

  test.each(APPLICATIONS)('/%s has a policy of its own, and a nonce of its own', async (name) => {
    const read = async () => {
      const answer = await fetch(`${stage.platform.origin}/${name}/anything?x=1`)
      return {
        policy: answer.headers.get('content-security-policy') ?? '',
        text: await answer.text(),
      }
    }
    const [one, two] = [await read(), await read()]
    const nonce = /'nonce-([^']+)'/.exec(one.policy)?.[1]
    expect(one.policy).toMatch(/^default-src 'none'; script-src 'self' 'nonce-/)
    expect(one.text).toContain(`nonce="${nonce}"`)
    expect(one.text).not.toContain('__NONCE__')
    expect(two.policy).not.toBe(one.policy)
  })

  test.each(APPLICATIONS)(
    '/%s begins with the tokens, so that its own styles win',
    async (name) => {
      const { origin } = stage.platform
      const page = await (await fetch(`${origin}/${name}/`)).text()
      const [first] = [...page.matchAll(/href="(\/screens\/[^"]+\.css)"/g)].map(([, path]) => path)
      expect(await (await fetch(`${origin}${first}`)).text()).toContain('--brand:')
    },
  )

  test('the files of a build may be kept, and an unknown one is not found', async () => {
    const page = await (await fetch(`${stage.platform.origin}/console`)).text()
    const script = /src="(\/screens\/[^"]+)"/.exec(page)?.[1] ?? ''
    const file = await fetch(stage.platform.origin + script)
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(file.headers.get('cache-control')).toContain('immutable')
    const unknown = await fetch(`${stage.platform.origin}/screens/../pages/console.html`)
    expect(unknown.status).toBe(404)
  })

  test('the till loads none of the styles of the others, whichever of its screens is opened', async () => {
    const { origin } = stage.platform
    const stylesOf = async (path: string): Promise<string[]> => {
      const text = await (await fetch(origin + path)).text()
      return [...text.matchAll(/screens\/[\w~-]+\.css/g)].map(([file]) => file)
    }
    const page = await (await fetch(`${origin}/till/`)).text()
    const entry = /src="(\/screens\/till-[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const frame = (await stylesOf('/console')).filter((file) => file.includes('/frame-'))
    expect(frame).toHaveLength(1)
    // The entry names the files of all screens that are loaded later.
    const later = await stylesOf(entry)
    expect(later.length).toBeGreaterThan(1)
    expect(later.filter((file) => frame.includes(file))).toEqual([])
  })

  test('the portal names in its page all files of its first list, and asks for the rows meanwhile', async () => {
    const { platform } = stage
    const server = await startPartner()
    const { partnerId } = await platform.createPartner(server)
    const { headers } = await signInAs(platform, { side: 'partner', partnerId })
    const named = await (await fetch(`${platform.origin}/portal`)).text()
    const page = await stage.visit({ cookie: headers['cookie'] ?? '' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/portal')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => asked).toContain('/partner/payments/v1/newest')
    const files = asked.filter((path) => path.startsWith('/screens/'))
    expect(files.filter((path) => !named.includes(`"${path}"`))).toEqual([])
    // Browsers load six at a time from one address.
    expect(files.length).toBeLessThanOrEqual(18)
    const session = asked.indexOf('/account/v1/session')
    expect(session).toBeLessThan(asked.findIndex((path) => path.endsWith('.js')))
    expect(asked.lastIndexOf('/account/v1/session')).toBe(session)
    expect(asked.filter((path) => path.startsWith('/partner/'))).toHaveLength(1)
    await page.context().close()
    await server.close()
  })

  test('somebody who is not signed in is led to the page for it, and back afterwards', async () => {
    const page = await stage.visit({ language: 'ar' })
    await page.goto('/console?q=1')
    await page.waitForURL((url) => url.pathname === '/account/sign-in')
    expect(new URL(page.url()).searchParams.get('back')).toMatch(/^\/console\/?\?q=1$/)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.context().close()
  })
})

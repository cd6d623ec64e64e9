/** A new channel comes to its first agent at the till, from the console alone, in a real browser. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startPartner } from '../../platform/test/support/partner.ts'
import { signInAs, type SignedIn } from '../../platform/test/support/people.ts'
import { picture, seriousProblems, useStage, type Visit } from './support/stage.ts'

const stage = useStage()

let owner: SignedIn

beforeAll(async () => {
  owner = await signInAs(stage.platform, { side: 'operator', role: 'owner' })
})

/** Passkeys need a domain: this machine's name, not its address. */
const visit = (options: Visit = {}): Promise<Page> =>
  stage.visit({ ...options, origin: `http://localhost:${stage.platform.port}` })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const inDialog = async (page: Page, fields: Record<string, string>, verb: string) => {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) {
    await dialog.getByLabel(label, { exact: true }).fill(value)
  }
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const withAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The manager joins by the link, and makes the first code of Amel's PIN. */
const codeOfManager = async (link: string): Promise<string> => {
  const manager = await visit()
  await withAuthenticator(manager)
  await manager.goto(link)
  await manager.getByText('Nadia Cherif').waitFor()
  await button(manager, 'Avec une clé d’accès de cet appareil').click()
  await manager.waitForURL((url) => url.pathname.startsWith('/till'))
  await manager.goto('/account/tills')
  await manager.getByText('Guichet 1').waitFor()
  await button(manager, 'Donner un code').click()
  await button(manager, 'Confirmer avec une clé d’accès').click()
  const code = await manager.locator('.pin-code').innerText()
  await manager.context().close()
  return code.replaceAll(/\D/g, '')
}

test('the operator sets up a new channel, and its first agent signs in at the till', async () => {
  const page = await visit({ cookie: owner.headers['cookie'] ?? '' })
  await page.goto('/console/channels')
  await button(page, 'Nouveau canal').click()
  await page.getByLabel('Nom', { exact: true }).fill('Agence El Biar')
  await page.getByRole('dialog').getByRole('button', { name: 'Nouveau canal' }).click()
  // The key of the channel, which a channel of people does not need.
  const key = page.getByRole('dialog', { name: 'Clé du canal' })
  await key.getByRole('button', { name: 'Fermer' }).last().click()
  await page.getByRole('link', { name: 'Agence El Biar' }).click()

  await button(page, 'Ajouter un agent').click()
  await inDialog(page, { Nom: 'Amel Bensaïd' }, 'Ajouter')
  await page.getByRole('rowheader', { name: 'Amel Bensaïd' }).waitFor()

  await button(page, 'Ajouter une caisse').click()
  await inDialog(page, { 'Nom du guichet ou de l’appareil': 'Guichet 1' }, 'Créer le lien')
  const linkOf = async (): Promise<string> => page.getByRole('status').locator('code').innerText()
  const tillLink = await linkOf()
  const till = await visit({ width: 360 })
  await till.goto(tillLink)
  await button(till, 'Enregistrer cet appareil').click()
  await till.getByText('Guichet 1 est enregistré.').waitFor()
  expect(await seriousProblems(till)).toEqual([])
  await page.getByRole('rowheader', { name: 'Guichet 1' }).waitFor()

  await button(page, 'Inviter une personne').click()
  const manager = { Nom: 'Nadia Cherif', 'E-mail': 'nadia@elbiar.example' }
  await inDialog(page, manager, 'Inviter')
  await page.getByText('nadia@elbiar.example').waitFor()
  expect(await seriousProblems(page)).toEqual([])
  await picture(page, 'onboarding-channel-fr-1280-light')
  const code = await codeOfManager(await linkOf())

  await till.getByRole('link', { name: 'Ouvrir la caisse' }).click()
  await till.getByRole('button', { name: 'Amel Bensaïd' }).click()
  await till.getByLabel('Code donné par le superviseur').fill(code)
  await till.getByLabel('Nouveau code PIN').fill('8264')
  await button(till, 'Choisir ce code PIN').click()
  // Signed in: the field of the first reference, or the start of a shift.
  await till.getByRole('link', { name: 'Menu' }).first().waitFor()

  // The link of the till was used up.
  const other = await visit({ width: 360 })
  await other.goto(tillLink)
  await button(other, 'Enregistrer cet appareil').click()
  await other.getByText('Ce lien n’est plus valable.').waitFor()
  for (const shown of [page, till, other]) await shown.context().close()
})

test('two owners change a tolerance, and refuse a limit of a kind of channels', async () => {
  const { platform } = stage
  const { channelId } = await platform.createChannel('DELIVERY')
  const as = async (name: string, language: 'fr' | 'ar'): Promise<Page> => {
    const { headers } = await signInAs(platform, { side: 'operator', role: 'owner', name })
    return visit({ cookie: headers['cookie'] ?? '', language })
  }
  const salima = await as('Salima Kaci', 'fr')
  await salima.goto(`/console/channels/${channelId}`)
  await button(salima, 'Modifier').click()
  const asking = salima.getByRole('dialog')
  await asking.getByText('Rien n’est encore modifié.').waitFor()
  await asking.getByLabel('Écart de comptage sans décision').fill('250,50')
  await button(salima, 'Demander le changement').click()
  await asking.getByText('C’est noté. Rien n’a encore changé.').waitFor()
  await asking.getByRole('button', { name: 'Fermer' }).last().click()
  await salima.goto('/console/settings/kinds')
  await button(salima, 'Modifier').first().click()
  await asking.getByLabel('Durée d’une réservation').fill('900')
  await button(salima, 'Demander le changement').click()
  await asking.getByText('C’est noté. Rien n’a encore changé.').waitFor()
  await picture(salima, 'settings-noted-fr-1280-light')

  const nadia = await as('Nadia Benali', 'ar')
  await nadia.goto('/console/settings?status=waiting')
  const tolerance = nadia.getByRole('row').filter({ hasText: 'فارق العدّ' })
  expect(await tolerance.innerText()).toContain('250,50')
  expect(await seriousProblems(nadia)).toEqual([])
  await picture(nadia, 'settings-ar-1280-light')
  await tolerance.getByRole('button', { name: 'أكّد' }).click()
  await nadia.getByRole('dialog').getByRole('button', { name: 'أكّد' }).click()
  await tolerance.waitFor({ state: 'detached' })
  await button(nadia, 'ارفض').click()
  await nadia.getByRole('dialog').getByRole('button', { name: 'ارفض' }).click()
  await nadia.getByText('لا تغيير ينتظر شخصًا ثانيًا.').waitFor()

  const { items } = (await owner.call('GET', '/operator/v1/channels')).body
  const changed = items.find((one: { channelId: string }) => one.channelId === channelId)
  expect(changed.countTolerance).toBe(250.5)
  const ended = (await owner.call('GET', '/operator/v1/setting-requests')).body.items
  expect(ended).toMatchObject([
    { operation: 'changeChannelKind', status: 'refused', refusedBy: 'Nadia Benali' },
    { operation: 'changeChannel', status: 'confirmed', confirmedBy: 'Nadia Benali' },
  ])

  // When a partner is settled waits for the second of them as well.
  const server = await startPartner()
  const { partnerId } = await platform.createPartner(server)
  const settlement = `/console/partners/${partnerId}/statements`
  await salima.goto(settlement)
  await button(salima, 'Modifier').click()
  await asking.getByText('Rien n’est encore modifié.').waitFor()
  await asking.getByLabel('Relevés').selectOption('weekly')
  await picture(salima, 'settlement-edit-fr-1280-light')
  await button(salima, 'Demander le changement').click()
  await asking.getByText('C’est noté. Rien n’a encore changé.').waitFor()
  await nadia.setViewportSize({ width: 360, height: 860 })
  await nadia.goto(settlement)
  await nadia.getByText('تُقفل يدويًا').waitFor()
  await picture(nadia, 'settlement-ar-360-light')
  expect(await seriousProblems(nadia)).toEqual([])
  await nadia.goto('/console/settings?status=waiting')
  await button(nadia, 'أكّد').click()
  await nadia.getByRole('dialog').getByRole('button', { name: 'أكّد' }).click()
  await nadia.getByText('لا تغيير ينتظر شخصًا ثانيًا.').waitFor()
  const settled = await owner.call('GET', `/operator/v1/partners/${partnerId}/settlement`)
  expect(settled.body).toMatchObject({ schedule: 'weekly', release: 'at_once' })
  await server.close()
  for (const shown of [salima, nadia]) await shown.context().close()
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import Provider from 'oidc-provider'
import { Secret, TOTP } from 'otpauth'
import { expect, type TeamMember, test } from './journey.ts'

/** Passkeys need a domain instead of an address. */
const byName = (url: string) => url.replace('127.0.0.1', 'localhost')

async function enterByName(page: Page, url: string, who: TeamMember, path: string): Promise<void> {
  await page.goto(`${byName(url)}/icon.svg`)
  await page.evaluate(
    ([token]) => {
      localStorage.setItem('token', token as string)
      localStorage.setItem('locale', 'en-US')
    },
    [who.token],
  )
  await page.goto(byName(url) + path)
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(new URL('/login', page.url()).href)
}

async function logIn(page: Page, who: TeamMember): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(who.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) }).generate()

test('a passkey is added, and logs in alone and as the second step', async ({ page, url, member }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const editor = await member('editor')
  await enterByName(page, url, editor, '/user/info')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Office laptop')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The password is not correct')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(editor.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Recovery codes, shown only once')).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Office laptop')).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL(/\/og$/)

  await logOut(page)
  await logIn(page, editor)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/og$/)
})

test('an authenticator app is set up; its code and a recovery code end the login', async ({ page, url, member }) => {
  const editor = await member('editor')
  await enterByName(page, url, editor, '/user/info')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(editor.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  await dialog.getByRole('textbox', { name: 'Six-digit code' }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Recovery codes, shown only once')).toBeVisible()
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await logOut(page)
  await logIn(page, editor)
  const field = page.getByRole('textbox', { name: 'Six-digit code of your authenticator app' })
  await field.fill('000000')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('This was not accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/og$/)
})

test('a user logs in with the company’s identity provider, and returns to the page that was left', async ({
  page,
  url,
  admin,
  callApi,
}) => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const name = `Company ${Date.now()}`
  const { id } = await callApi<{ id: number }>(admin, 'POST', '/v1/identity_provider', {
    ...{ name, issuer, client_id: 'og', client_secret: 'a-long-secret-of-this-client' },
    ...{ creates_users: true, new_role: 'reader' },
  })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'og',
        client_secret: 'a-long-secret-of-this-client',
        redirect_uris: [`${byName(url)}/login/callback/${id}`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: 'Ada Lovelace', preferred_username: accountId }),
    }),
  })
  server.on('request', provider.callback())
  await page.goto(`${byName(url)}/person`)
  await page.getByRole('button', { name: `通过“${name}”登录` }).click()
  await page.waitForURL(`${issuer}/**`)
  await page.locator('input[name=login]').fill(`ada-${id}`)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/person$/)
  await expect(page.getByText('Ada Lovelace')).toBeVisible()
  await callApi(admin, 'DELETE', `/v1/identity_provider/${id}`)
  server.closeAllConnections()
  server.close()
})

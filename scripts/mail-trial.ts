// `npm run mail:trial`: a small IMAP server on this machine with three messages, to try mailboxes without a provider.
import { openFakeImap } from '#server/features/mailbox/imap-testing.ts'
import { message } from '#server/features/mailbox/testing.ts'
import { readArguments } from '#server/platform/process/arguments.ts'

readArguments('npm run mail:trial: runs an IMAP server on this machine with three messages, until Ctrl+C.')

const imap = await openFakeImap()
imap.add(message({ id: '<1@sender.example>', subject: 'Annual report', text: 'The report is attached.' }))
const reply = ['In-Reply-To: <1@sender.example>']
imap.add(message({ id: '<2@sender.example>', subject: 'Re: Annual report', head: reply, text: 'Thank you.' }))
const stranger = { from: 'Eve <eve@stranger.example>', domain: 'stranger.example' }
imap.add(message({ ...stranger, id: '<3@stranger.example>', subject: 'An offer' }))
console.log(`IMAP without encryption at 127.0.0.1, port ${imap.port}; user in, password ${imap.password}`)

import { sql } from 'kysely'
import type { CertificateContent } from '#contract/certificate.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { readableLive } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SealKey } from './seal.ts'

/** Versions of lists with the known data of the files that they were loaded from. */
export async function findListVersionsOfCertificate(
  ctx: Ctx,
  lists: readonly { id: number; name: string; version: number }[],
): Promise<CertificateContent['lists']> {
  const { rows } = await sql<CertificateContent['lists'][number]>`select asked.id, asked.name, asked.version,
      done.ended_at as loaded_at, coalesce(done.entries, 0) as entries,
      coalesce(done.set_aside, 0) as unreadable, done.sha256
    from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as asked (id bigint, name text, version int)
    left join list_version as done on done.list_id = asked.id and done.n = asked.version order by asked.id`.execute(
    ctx.db,
  )
  return rows
}

/**
 * The newest key; undefined if there is none. In a transaction, the lock prevents another key from being created
 * meanwhile.
 */
export async function lockKey(ctx: Ctx): Promise<(SealKey & { id: number }) | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('certificate_key'))`.execute(ctx.db)
  return await ctx.db.selectFrom('certificate_key').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function insertKey(ctx: Ctx, key: SealKey): Promise<SealKey & { id: number }> {
  return await ctx.db
    .insertInto('certificate_key')
    .values({ ...key, created_at: ctx.now().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type NewCertificate = {
  code_key: string
  content: CertificateContent
  content_hash: Buffer
  signature: Buffer
  key_id: number
  file_hash: Buffer
}

export async function insertCertificate(ctx: Ctx, { content, ...values }: NewCertificate): Promise<number> {
  const { kind, record, made_at } = content
  const of = { kind, noun: record?.noun ?? null, record_id: record?.id ?? null }
  const { id } = await ctx.db
    .insertInto('certificate')
    .values({ ...values, ...of, content: JSON.stringify(content), made_by: ctx.actor.id, made_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type StoredCertificate = Omit<NewCertificate, 'key_id'> & {
  public_key: Buffer
  noun: PartyEntity | null
  record_id: number | null
}

/** Finds a certificate by its code or the hash of its file; that of a record only for users who may read the record. */
export async function findCertificate(
  ctx: Ctx,
  of: { code: string } | { fileHash: Buffer },
): Promise<StoredCertificate | undefined> {
  const { rows } =
    await sql<StoredCertificate>`select code_key, content, content_hash, signature, file_hash, public_key, noun, record_id
    from certificate join certificate_key as key on key.id = certificate.key_id
    where ${'code' in of ? sql`code_key = ${of.code}` : sql`file_hash = ${of.fileHash}`}
      and (kind <> 'record'
        or (noun = 'og' and exists (select from og where og.id = record_id and ${readableLive(entities.og.policy, ctx, 'og')}))
        or (noun = 'person' and exists (select from person where person.id = record_id
          and ${readableLive(entities.person.policy, ctx, 'person')})))
    limit 1`.execute(ctx.db)
  return rows[0]
}

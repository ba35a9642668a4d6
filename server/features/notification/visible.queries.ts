import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Entity, RecordEntity } from '#contract/registry.ts'
import { admins, editors, everyRole, type Role, reportReaders, uploaders } from '#contract/role.ts'
import * as link from '#server/core/link.queries.ts'
import type { LinkTarget } from '#server/core/link.ts'
import { entities } from '#server/entities.ts'
import { readsAll } from '#server/features/issue/issue.policy.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import { readsDrafts } from '#server/features/report/report.policy.ts'
import { isReportReadable } from '#server/features/report/report.service.ts'
import { sourcePolicy } from '#server/features/source/source.policy.ts'
import { isUploadReadable } from '#server/features/upload/upload.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { asEach } from '#server/platform/http/as-user.ts'

type VisibilityRule = {
  roles: readonly Role[]
  /** `from … where …` of the one record with this id, if its reader may read it. */
  there: (ctx: Ctx, id: RawBuilder<number>) => RawBuilder<unknown>
  title: (ctx: Ctx) => RawBuilder<string>
}

function ofRecord(noun: LinkTarget): VisibilityRule {
  const { name, title, policy } = noun
  return {
    roles: policy.read,
    there: (ctx, id) => sql`from ${sql.table(name)} where ${sql.ref(`${name}.id`)} = ${id}
      and ${link.isThere(ctx, noun)}`,
    title: () => sql.ref(`${name}.${title}`),
  }
}

const pageTitle = sql<string>`coalesce(nullif(page.title, ''), page.url)`

const entitySubjects = () =>
  Object.fromEntries(Object.entries(entities).map(([name, noun]) => [name, ofRecord(noun)])) as Record<
    Entity,
    VisibilityRule
  >

/** All entities that notifications can be about, each with the access rules of its own feature. */
const subjects: Record<RecordEntity, VisibilityRule> & Record<string, VisibilityRule> = {
  ...entitySubjects(),
  source: ofRecord({ name: 'source', title: 'name', policy: sourcePolicy }),
  report: {
    roles: reportReaders,
    there: (ctx, id) =>
      sql`from report where report.id = ${id} and report.deleted_at is null and ${isReportReadable(ctx, 'report')}`,
    title: ctx => (readsDrafts(ctx) ? sql`report.title` : sql`coalesce(report.published_title, report.title)`),
  },
  upload: {
    roles: uploaders,
    there: (ctx, id) =>
      sql`from upload where upload.id = ${id} and upload.deleted_at is null and ${isUploadReadable(ctx)}`,
    title: () => sql`upload.title`,
  },
  issue: {
    roles: everyRole,
    there: (ctx, id) => sql`from issue where issue.id = ${id} and issue.deleted_at is null
      and (${readsAll(ctx.actor)}::boolean or ${ctx.actor.id}::bigint in (issue.reporter, issue.assignee))`,
    title: () => sql`issue.title`,
  },
  page: {
    roles: editors,
    there: (ctx, id) => sql`from page join og on og.id = page.og_id where page.id = ${id} and ${pageExists(ctx)}`,
    title: () => pageTitle,
  },
  diff: {
    roles: admins,
    there: (ctx, id) => sql`from diff join page on page.og_id = diff.og_id and page.id = diff.page_id
      join og on og.id = diff.og_id where diff.id = ${id} and ${pageExists(ctx)}`,
    title: () => pageTitle,
  },
  word: {
    roles: editors,
    there: (_ctx, id) => sql`from word where word.id = ${id}`,
    title: () => sql`word.word`,
  },
  webhook: {
    roles: editors,
    there: (ctx, id) => sql`from webhook where webhook.id = ${id} and webhook.user_id = ${ctx.actor.id}::bigint`,
    title: () => sql`webhook.name`,
  },
  // The sessions of the user, by the user's id.
  session: {
    roles: everyRole,
    there: (ctx, id) => sql`where ${id} = ${ctx.actor.id}::bigint`,
    title: () => sql`''::text`,
  },
  // All sign-in limits are one subject, so that many at a time cause one notification.
  login: {
    roles: admins,
    there: (_ctx, id) => sql`where ${id} = 0`,
    title: () => sql`''::text`,
  },
}

/** Possible targets of an entry besides its own record. */
export const targets: readonly string[] = ['page', 'diff']

/** The entities of which the context's actor may read any record. */
const mineOf = (ctx: Ctx, nouns: readonly string[]) =>
  Object.entries(subjects).filter(([name, { roles }]) => nouns.includes(name) && roles.includes(ctx.actor.role))

/**
 * Whether the context's actor may read the record; if `nouns` is given, only these entities are checked. Written with
 * `case`, so that no index is used: with `or`, PostgreSQL might read all notifications about an entity for each reader.
 */
export function isVisibleRecord(
  ctx: Ctx,
  noun: RawBuilder<string>,
  id: RawBuilder<number>,
  nouns: readonly string[] = Object.keys(subjects),
): RawBuilder<SqlBool> {
  const each = mineOf(ctx, nouns).map(
    ([name, { there }]) => sql`when ${name}::text then exists (select ${there(ctx, id)})`,
  )
  return each.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(case ${noun} ${sql.join(each, sql` `)} else false end)`
}

/** The English name of an organisation that the user may read; null otherwise. */
export function englishNameOf(ctx: Ctx, noun: RawBuilder<string>, id: RawBuilder<number>): RawBuilder<string | null> {
  return mineOf(ctx, ['og']).length === 0
    ? sql<null>`null::text`
    : sql`(case ${noun} when 'og' then (select og.eng_name ${ofRecord(entities.og).there(ctx, id)}) end)`
}

/** Title of a record that the user may read; null otherwise. */
export function entityTitle(
  ctx: Ctx,
  noun: RawBuilder<string>,
  id: RawBuilder<number>,
  nouns: readonly string[] = Object.keys(subjects),
): RawBuilder<string | null> {
  const each = mineOf(ctx, nouns).map(
    ([name, { there, title }]) => sql`when ${name}::text then (select ${title(ctx)} ${there(ctx, id)})`,
  )
  return each.length === 0 ? sql<null>`null::text` : sql<string | null>`(case ${noun} ${sql.join(each, sql` `)} end)`
}

/**
 * Whether the context's actor may see a row of `alias` (`kind, noun, record_id, target_noun, target_id`) now: they may
 * read both the record and its target.
 */
export function mayReceive(ctx: Ctx, alias: string, nouns?: readonly string[]): RawBuilder<SqlBool> {
  const column = <T>(name: string) => sql.ref<T>(`${alias}.${name}`)
  // A reader of published reports gets no notifications about drafts.
  const ifPublished = readsDrafts(ctx)
    ? sql``
    : sql`and (${column('noun')} <> 'report' or ${column('kind')} in ('published', 'search_hit', 'sent'))`
  return sql<SqlBool>`(${column('noun')} = 'more' or (${isVisibleRecord(ctx, column('noun'), column('record_id'), nouns)} ${ifPublished}
    and (${column('target_noun')} is null or ${isVisibleRecord(ctx, column('target_noun'), column('target_id'), targets)})))`
}

/** Whether the user of the row may read a record of these entities, according to their role. */
export function existForReaders(
  ctx: Ctx,
  user: string,
  noun: RawBuilder<string>,
  id: RawBuilder<number>,
  nouns: readonly string[],
): RawBuilder<SqlBool> {
  const each = everyRole.map(
    role =>
      sql<SqlBool>`(${sql.ref(`${user}.role`)} = ${role} and ${isVisibleRecord(asEach(ctx, role, sql.ref<number>(`${user}.id`)), noun, id, nouns)})`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

/**
 * `mayReceive` for rows of many users at once, about records of these entities: each row by the role of its own user,
 * who must be active.
 */
export function mayReceiveEach(ctx: Ctx, alias: string, user: string, nouns: readonly string[]): RawBuilder<SqlBool> {
  const userId = sql.ref<number>(`${user}.id`)
  const each = everyRole.map(
    role =>
      sql<SqlBool>`(${sql.ref(`${user}.role`)} = ${role} and ${mayReceive(asEach(ctx, role, userId), alias, nouns)})`,
  )
  return sql<SqlBool>`(${sql.ref(`${user}.status`)} = 'active' and (${sql.join(each, sql` or `)}))`
}

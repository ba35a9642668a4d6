// The baseline: one Fastify route that runs the one SELECT of a list through pg, and nothing else.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const og = `id, rev, owner, created_at, updated_at, read_user, write_user, name, eng_name, aliases, icon, "desc", category_id,
  host, entrances, version, new_version, version_keep, forbidden_rules, twitter, facebook, youtube, register_time, scale,
  weight, region, danger_level, external_id, is_demo from og where deleted_at is null`
const person = `id, rev, owner, created_at, updated_at, read_user, write_user, name, aliases, icon, birth_time, "desc", desc_sum,
  position, work_state, education, region, score, labels, website, wiki, twitter, facebook, phone_number, mail, og_names,
  is_focus, external_id, is_demo from person where deleted_at is null`
const columns = process.env.BARE_TABLE === 'person' ? person : og
const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query(`select ${columns} order by updated_at desc, id desc limit 20`)
  return { code: 200, message: 'ok', data: { items: rows } }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
console.log('ready')

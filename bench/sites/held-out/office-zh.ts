// A Chinese office: notices, division of work of its leaders, tables of open information, counters; some pages in GBK.
import { changeRows, type Doc, factOf, makeDocs, makePeople, type Row, ruleOf } from '../content.ts'
import {
  clockTime,
  digits,
  drawer,
  type Family,
  gap,
  html,
  type Model,
  type Moment,
  makeSpare,
  type Random,
  shuffled,
  times,
} from '../family.ts'

const subjects = [
  '市水务局',
  '综合执法支队',
  '规划科',
  '河湖管理中心',
  '行政审批科',
  '安全监督站',
  '局党组',
  '水文监测站',
]
const verbs = ['组织开展了', '研究部署了', '圆满完成了', '专题调研了', '全面启动了', '督导检查了', '顺利推进了']
const objects = [
  '城区排水管网改造工作',
  '汛期值班值守工作',
  '农村饮水安全工程',
  '节水型社会建设',
  '河道清淤专项行动',
  '水资源费征收工作',
  '重点项目招标工作',
]
const tails = [
  '取得了阶段性成效',
  '受到群众一致好评',
  '为全年任务打下坚实基础',
  '进一步压实了各方责任',
  '确保各项措施落到实处',
  '现将有关情况通报如下',
]
const names = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const given = '建国志强海燕晓明丽华伟文斌国栋秀英俊杰雪梅永红德胜春兰立新'
const wordings = ['可以', '应当', '不得', '无需', '必须']
const weekdays = '日一二三四五六'
const zhDay = (date: Date) => `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`
const text = (from: Random) =>
  times(3, () => `${from.pick(subjects)}${from.pick(verbs)}${from.pick(objects)}，${from.pick(tails)}。`).join('')

function build(random: Random): Model {
  const pickChars = (from: Random, chars: string, count: number) =>
    times(count, () => from.pick(Array.from(chars))).join('')
  const docs = makeDocs(random, {
    ...{
      count: 18,
      first: new Date('2026-04-01'),
      every: 4,
      lists: ['/tzgg/index.html'],
      paragraphs: 3,
      isDense: true,
    },
    title: from =>
      `关于${from.pick(['印发', '公布', '调整', '开展', '做好', '征求'])}${from.pick(objects)}${from.pick(['实施方案', '有关事项', '名单', '意见'])}的${from.pick(['通知', '公告', '公示', '通报'])}`,
    text,
    facts: ['本次共检查单位#家。', '项目总投资#万元。', '参加人员共#人。', '收费标准为每立方米#分。'],
    number: from => digits(from, 3 + from.int(2)),
    path: nth => `/tzgg/2026/t${20260000 + nth * 37}.html`,
    ...{
      wordings,
      starts: ['取水单位', '施工企业', '用水户', '申请人'],
      ends: ['在规定期限内提交材料。', '自行调整取水地点。', '委托第三方办理。', '缴纳保证金。'],
      day: zhDay,
    },
  })
  const leaders = makePeople(random, {
    ...{ count: 9, lists: ['/jggk/ldfg.html'], name: from => pickChars(from, names, 1) + pickChars(from, given, 2) },
    posts: ['党组书记、局长', '党组成员、副局长', '副局长', '总工程师', '二级调研员', '纪检组组长', '办公室主任'],
  })
  const duties = shuffled(random, objects)
  const phones = ['办公室', '行政审批科', '水政科', '举报电话', '防汛值班室', '财务科', '信访室'].map(name => ({
    name,
    value: `0551-${digits(random, 8)}`,
  }))
  const levels = ['东河闸上', '西河闸下', '南湖', '石门水库', '龙潭水库', '新桥站'].map(name => ({
    name,
    value: (8 + random.int(900) / 100).toFixed(2),
  }))
  const open = ['部门预算', '三公经费', '行政处罚', '行政许可', '政府采购', '建议提案'].map((name, at) => ({
    ...{ name, path: `/xxgk/z${at + 1}.html` },
    rows: times(6, row => ({ name: `${name}第${row + 1}项`, value: `${digits(random, 3)}.${digits(random, 2)}万元` })),
  }))
  const hours = [
    { name: '周一至周五上午', value: '8:30—12:00' },
    { name: '周一至周五下午', value: '14:30—17:30' },
    { name: '办公地址', value: '滨河路18号' },
  ]
  const spare = makeSpare(
    random,
    at => `/jggk/gk${at}.html`,
    '单位简介,历史沿革,内设机构,直属单位,廉政建设,文明创建,水利科普,法规汇编,办事指南'.split(','),
    text,
  )

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const isGbk = /^\/(jggk|xxgk)\//.test(path)
    const charset = isGbk ? 'gbk' : 'utf-8'
    const isNew = moment.round >= 8
    const menu = [
      ['/index.html', '首页'],
      ['/tzgg/index.html', '通知公告'],
      ['/jggk/ldfg.html', '领导分工'],
      ['/jggk/index.html', '机构概况'],
      ['/xxgk/index.html', isNew ? '政府信息公开' : '信息公开'],
      ['/sqxx.html', '水情信息'],
      ['/lxwm.html', '联系我们'],
    ]
    const recent = docs.all
      .slice(0, 4)
      .map(doc => `<li><a href="${doc.path}" title="${doc.title}">${doc.title}</a></li>`)
    const page = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"/><title>${title}-市水务局</title></head><body>
<div class="top"><span id="date">今天是${zhDay(moment.date)} 星期${weekdays[moment.date.getUTCDay()]} ${clockTime(noise)}</span><span>您是第${1_284_000 + moment.round * 1733 + noise.int(1500)}位访客</span><a href="#">设为首页</a> <a href="#">加入收藏</a></div>
<div class="banner"><img src="/images/banner${noise.int(4)}.jpg"/></div><div class="nav"><ul>${menu.map(([to, label]) => `<li><a href="${to}">${label}</a></li>`).join(gap(noise))}</ul></div>
<div class="wrap">${gap(noise)}<div class="left"><h3>最新公告</h3><ul>${recent.join('')}</ul><div class="roll"><marquee>${noise.pick(['节约用水，人人有责', '绿水青山就是金山银山', '珍惜每一滴水', '依法治水，科学管水'])}</marquee></div></div>
<div class="right"><div class="pos">您现在的位置：<a href="/index.html">首页</a> &gt; ${title}</div><h1>${title}</h1>${body}</div></div>
<div class="foot">主办：市水务局 皖ICP备0500${1234}号 <span>当前在线：${1 + noise.int(60)}人</span> <span>页面执行时间：${noise.int(900) + 10}毫秒</span>${isNew ? '<span>适老化版 无障碍浏览</span>' : ''}</div></body></html>`
    return html(page, { 'content-type': `text/html; charset=${charset}` })
  }
  const paragraphs = (texts: string[]) => texts.map(each => `<p style="text-indent:2em">${each}</p>`).join('\n')
  const table = (head: string[], rows: string[][]) =>
    `<table class="tb" border="1"><tr>${head.map(each => `<th>${each}</th>`).join('')}</tr>\n${rows.map(row => `<tr>${row.map(each => `<td>${each}</td>`).join('')}</tr>`).join('\n')}</table>`
  const list = (docs: readonly Doc[]) =>
    `<ul class="list">${docs.map(doc => `<li><span>${doc.day.toISOString().slice(0, 10)}</span><a href="${doc.path}">${doc.title}</a></li>`).join('\n')}</ul>`

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    put(
      '/index.html',
      '首页',
      `${list(docs.all.slice(0, 7))}<div class="weather">今日天气：${moment.of('/w').pick(['晴', '多云', '小雨', '阴'])} ${moment.of('/w').int(30)}℃</div>`,
    )
    put('/tzgg/index.html', '通知公告', `${list(docs.all)}<div class="page">共${docs.all.length}条 第1页</div>`)
    for (const doc of docs.all) {
      const noise = moment.of(`${doc.path}#n`)
      put(
        doc.path,
        doc.title,
        `<div class="info">发布时间：${doc.day.toISOString().slice(0, 10)} 来源：${subjects[doc.path.length % 8]} 浏览次数：${120 + moment.round * 9 + noise.int(9)}次 【字体：大 中 小】</div>${paragraphs([...doc.texts, factOf(doc), ruleOf(doc, wordings, ''), `报名截止时间：${zhDay(doc.until)}。`])}<div class="near">上一篇：${noise.pick(docs.all).title}</div>`,
      )
    }
    put(
      '/jggk/ldfg.html',
      '领导分工',
      table(
        ['姓名', '职务', '分管工作'],
        leaders.all.map((each, at) => [each.name, each.post, duties[at % 7] ?? '']),
      ),
    )
    put(
      '/jggk/index.html',
      '机构概况',
      `<ul>${spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`,
    )
    for (const each of spare) put(each.path, each.title, paragraphs(each.texts))
    put(
      '/xxgk/index.html',
      '信息公开',
      `<ul>${open.map(each => `<li><a href="${each.path}">${each.name}</a></li>`).join('')}</ul>`,
    )
    for (const [at, each] of open.entries()) {
      const rows = at === 2 ? shuffled(moment.of(each.path), each.rows) : each.rows
      put(
        each.path,
        each.name,
        table(
          ['项目', '金额'],
          rows.map(row => [row.name, row.value]),
        ),
      )
    }
    put(
      '/sqxx.html',
      '水情信息',
      `${table(
        ['站名', '警戒水位（米）'],
        levels.map(row => [row.name, row.value]),
      )}`,
    )
    put(
      '/lxwm.html',
      '联系我们',
      table(
        ['名称', '内容'],
        [...phones, ...hours].map(row => [row.name, row.value]),
      ),
    )
    return answers
  }
  const drawOpen = drawer<Row>()
  const { changes: on } = docs
  return {
    changes: [
      ...[
        on.added,
        on.added,
        on.corrected,
        on.reworded,
        on.reworded,
        on.extended,
        on.shortened,
        on.postponed,
        on.removed,
      ],
      ...Object.values(leaders.changes),
      changeRows(phones, from => `0551-${digits(from, 8)}`, { kind: 'contact', urls: ['/lxwm.html'] }),
      changeRows(hours.slice(0, 2), from => `${8 + from.int(7)}:00—${15 + from.int(4)}:00`, {
        kind: 'contact',
        urls: ['/lxwm.html'],
      }),
      changeRows(levels, (from, row) => (Number(row.value) + (1 + from.int(90)) / 100).toFixed(2), {
        kind: 'value',
        urls: ['/sqxx.html'],
      }),
      moment => {
        const each = moment.random.pick(open)
        const row = drawOpen(moment, each.rows)
        if (!row) return null
        row.value = `${digits(moment.random, 3)}.${digits(moment.random, 2)}万元`
        return { kind: 'value', urls: [each.path], shows: [row.value, row.value.replace('万元', '')] }
      },
    ],
    ...{ spare: spare.map(each => each.path), render, redesign: { round: 8, shows: ['政府信息公开', '适老化版'] } },
  }
}

export const officeZh: Family = {
  ...{ family: 'office-zh', half: 'held-out', name: '市水务局', host: 'shuiwuju.test', start: '/index.html' },
  ...{ hours: 24, begins: '2026-06-15', build },
}

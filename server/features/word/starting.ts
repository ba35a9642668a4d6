import { bilingual } from '#contract/bilingual.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { type loadStartingWords as Load, type StartingLanguage, startingLanguages } from '#contract/word.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { wordKey } from './normalise.ts'
import { addAbsent } from './paste.ts'
import { type StartingCategory, type StartingWords, startingCategories } from './starting-categories.ts'

/**
 * Separated by white space. Neighbouring characters of other words may form one of these: where that is common, `allow`
 * contains the whole phrase.
 */
const startingWordsZh: StartingWords = {
  sanction: {
    3: `列入制裁名单 制裁名单 实施制裁 受到制裁 遭到制裁 遭制裁 被制裁 次级制裁 二级制裁 资产冻结 冻结资产 资产被冻结
      特别指定国民 列入实体清单 实体清单 不可靠实体清单 金融制裁`,
    2: `制裁 经济制裁 出口管制 禁运 武器禁运 旅行禁令 禁止入境 限制交易 黑名单 规避制裁 未经核实清单 最终用途核查
      军民两用物项 暂停业务往来`,
    1: `解除制裁 豁免制裁 制裁风险`,
  },
  crime: {
    3: `洗钱 恐怖融资 资助恐怖主义 涉嫌犯罪 刑事立案 立案侦查 刑事拘留 批准逮捕 被逮捕 被批捕 提起公诉 被公诉 被通缉
      通缉令 判处有期徒刑 判处无期徒刑 集资诈骗 非法集资 非法吸收公众存款 传销 贩毒 走私 行贿 受贿`,
    2: `贪污 挪用资金 挪用公款 职务侵占 合同诈骗 诈骗 内幕交易 操纵市场 操纵证券 财务造假 虚开发票 偷税 逃税 骗取贷款
      商业贿赂 涉黑 跑路 违法犯罪 取保候审 监视居住 接受调查 被立案调查 涉嫌违法 涉嫌违规 伪造公章`,
    1: `突击检查 配合调查 纪律审查 监察调查 涉案金额`,
  },
  insolvency: {
    3: `破产清算 申请破产 宣告破产 破产申请 破产重整 破产管理人 资不抵债 强制清算 债务违约 债券违约 无力偿还 失信被执行人
      停止兑付 无法兑付`,
    2: `破产 债务重组 债务逾期 逾期未付 拖欠工资 欠薪 资金链断裂 停产停业 暂停营业 被执行人 限制高消费 限制消费令
      股权冻结 账户被冻结 查封扣押 资产查封 司法拍卖 延期兑付 退市风险 终止上市 吊销营业执照 被吊销 清算组`,
    1: `经营异常名录 流动性危机 信用评级下调 持续经营能力 注销公告 大规模裁员 减资公告`,
  },
  litigation: {
    3: `集体诉讼 被提起诉讼 强制执行 巨额赔偿 刑事判决 证券虚假陈述`,
    2: `被起诉 遭起诉 提起诉讼 败诉 终审判决 一审判决 判决书 裁定书 行政处罚 处罚决定书 巨额罚款 财产保全 侵权诉讼
      专利侵权 商标侵权 不正当竞争 反垄断调查 垄断协议 警示函 责令整改 责令停产 监管处罚 虚假宣传`,
    1: `劳动仲裁 仲裁裁决 重大诉讼 诉讼事项 未决诉讼 律师函 应诉 庭外和解 监管问询 问询函`,
  },
  boycott: {
    3: `全面抵制 发起抵制 抵制行动 遭抵制 强迫劳动 血汗工厂 侵犯人权`,
    2: `抵制 联合抵制 消费者抵制 示威游行 抗议活动 罢工 停工抗议 下架产品 全网下架 公开道歉 涉嫌歧视 种族歧视 性骚扰
      童工 辱华 终止合作 数据泄露 信息泄露`,
    1: `舆论危机 负面舆情 集体投诉 群体性事件 取消代言`,
  },
  accident: {
    3: `重大事故 特大事故 伤亡事故 死亡事故 爆炸事故 坍塌事故 矿难 遇难者 核泄漏 毒气泄漏`,
    2: `安全事故 生产事故 火灾事故 交通事故 环境污染事故 质量事故 医疗事故 事故调查 化学品泄漏 原油泄漏 泄漏事故 爆燃
      食物中毒 违规排放 超标排放 产品召回 缺陷召回 紧急疏散 人员伤亡 造成伤亡 停产整顿`,
    1: `安全隐患 事故隐患 设备故障 污染物泄漏 起火原因`,
  },
  allow: `强制裁员 强制裁定 强制裁决 强制裁撤 限制裁量 限制裁员 限制裁判 控制裁员 体制裁撤 机制裁撤 反洗钱 反走私 反贿赂
    反商业贿赂 反诈骗 防诈骗 谨防诈骗 预防诈骗 反传销 无安全事故 零安全事故 未发生安全事故 无交通事故
    无人员伤亡 无违法犯罪 防止信息泄露 防止数据泄露 抵制低俗 抵制谣言 自觉抵制 抵制不良`,
}

/** Separated by commas, each inflected form separately: a Latin word is matched whole, without stemming. */
const startingWordsEn: StartingWords = {
  sanction: {
    3: `sanctioned, sanctions list, sanctions lists, asset freeze, asset freezes, assets frozen, frozen assets,
      freezing of assets, specially designated national, specially designated nationals, designated person,
      designated persons, designated entity, blocked person, blocked persons, entity list, secondary sanctions,
      OFAC designation`,
    2: `sanction, sanctions, sanctions evasion, export ban, import ban, travel ban, embargo, embargoed, embargoes,
      arms embargo, blacklist, blacklisted, debarred, debarment, denied persons list, export controls`,
    1: `sanctions relief, sanctions risk, sanctions screening`,
  },
  crime: {
    3: `money laundering, money-laundering, laundered money, terrorist financing, financing of terrorism, indicted,
      indictment, arrest warrant, arrested, convicted, found guilty, pleaded guilty, sentenced to prison,
      bribery, Ponzi scheme, human trafficking, drug trafficking, embezzlement, embezzled`,
    2: `fraud, fraudulent, bribe, bribes, kickback, kickbacks, corruption, insider trading, market manipulation,
      tax evasion, forgery, smuggling, smuggled, extortion, racketeering, shell company, shell companies,
      criminal charges, criminal investigation, under investigation, accounting irregularities`,
    1: `whistleblower, dawn raid, subpoena, subpoenaed, misconduct`,
  },
  insolvency: {
    3: `bankrupt, bankruptcy, insolvent, insolvency, liquidation, in liquidation, winding-up order, winding-up petition,
      Chapter 11 protection, filed for Chapter 11, Chapter 7 bankruptcy, placed in receivership, receivership,
      debt default, defaulted on, ceased trading, unable to pay its debts`,
    2: `liquidator, liquidators, provisional liquidator, insolvency administrator, debt restructuring, missed payment,
      missed payments, unpaid wages, unpaid creditors, moratorium, foreclosure, delisting notice, trading halt,
      trading suspended, going concern`,
    1: `credit downgrade, downgraded to junk, profit warning, liquidity crisis, mass layoffs, covenant breach`,
  },
  litigation: {
    3: `class action, class-action, court-ordered, contempt of court, punitive damages, consent decree, judgment against`,
    2: `lawsuit, lawsuits, sued, litigation, injunction, restraining order, breach of contract, infringement suit,
      patent infringement, trademark infringement, antitrust investigation, price fixing, price-fixing,
      cease and desist, default judgment, fined, civil penalty, civil penalties, enforcement action,
      regulatory action`,
    1: `plaintiff, plaintiffs, defendant, defendants, arbitration award, out-of-court settlement, legal proceedings,
      formal warning`,
  },
  boycott: {
    3: `boycott, boycotts, boycotted, boycotting, forced labour, forced labor, child labour, child labor, sweatshop,
      sweatshops, human rights abuses`,
    2: `protesters, walkout, strike action, on strike, public outcry, racial discrimination, sexual harassment, data breach,
      data breaches, greenwashing, divestment campaign, severed ties, cut ties with`,
    1: `backlash, public apology, petition against, reputational damage`,
  },
  accident: {
    3: `fatal accident, fatal accidents, fatalities, death toll, mass casualties, explosion, explosions, oil spill, oil spills,
      toxic leak, gas leak, chemical spill, radiation leak, building collapse`,
    2: `workplace accident, industrial accident, plane crash, train derailment, derailed, evacuated, contamination,
      product recall, product recalls, recalled products, safety violation, safety violations, food poisoning,
      emergency shutdown`,
    1: `near miss, safety defect, safety hazard, injured workers, accident investigation`,
  },
  allow: `officially sanctioned, sanctioned event, sanctioned events, anti-money laundering, anti-money-laundering,
    anti-bribery, anti-corruption, anti-fraud, fraud prevention, fraud protection, fraud detection`,
}

type StartingWord = {
  language: StartingLanguage
  word: string
  kind: 'word' | 'allow'
  /** Null for harmless phrases. */
  category: StartingCategory | null
  level: number
}

const sources: Record<StartingLanguage, { words: StartingWords; between: RegExp }> = {
  zh: { words: startingWordsZh, between: /\s+/u },
  en: { words: startingWordsEn, between: /,\s*/u },
}

export function startingWordsOf(languages: readonly StartingLanguage[]): StartingWord[] {
  return startingLanguages
    .filter(language => languages.includes(language))
    .flatMap(language => {
      const { words, between } = sources[language]
      const make = (text: string, category: StartingCategory | null, level: number): StartingWord[] =>
        text
          .trim()
          .split(between)
          .map(word => ({ language, word, kind: category ? 'word' : 'allow', category, level }))
      const categories = Object.keys(startingCategories) as StartingCategory[]
      return [
        ...categories.flatMap(category => ([3, 2, 1] as const).flatMap(n => make(words[category][n], category, n))),
        ...make(words.allow, null, 1),
      ]
    })
}

/** With this note, which the list's search finds, all of them can be selected and deleted again. */
const notes = bilingual('起始词库', 'Starting dictionary')

/** Adds the words that come with the product; existing words stay unchanged. */
export function loadStartingWords(ctx: Ctx, { languages }: Received<typeof Load>['body']): Promise<Reply<typeof Load>> {
  return inTransaction(ctx, async ctx => {
    const words = startingWordsOf(languages).map(({ word, kind, category, level }) => ({
      word,
      key: wordKey(word),
      kind,
      category: category && startingCategories[category][ctx.locale],
      level,
      note: notes[ctx.locale],
    }))
    const added = await addAbsent(ctx, words)
    return { added, existing: words.length - added }
  })
}

import type { StartingWords } from './starting-categories.ts'

/** Separated by commas, each inflected form separately: a Latin word is matched whole, without stemming. */
export const startingWordsEn: StartingWords = {
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

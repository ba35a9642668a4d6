// Legal forms of companies by ISO 20275 (the ELF code list) and common use, folded like names: the form, and its
// spellings. `ltd`: limited liability; `plc`: has shares; `partnership`; `npo`: non-profit; `state`: state-owned;
// `sole`: sole proprietor.
import { tableRows } from '../table.ts'

const table = tableRows(`
ltd = ltd, limited, limited company, company limited, co ltd, private limited, pvt ltd, pvt limited, private ltd, pty ltd, pty limited, proprietary limited, pte ltd, pte limited
ltd = llc, l l c, limited liability company, limited liability co, with limited liability, limited liability, lc, wll, w l l, fzc, fze, fzco, fz llc, fzllc, free zone establishment, free zone company, dmcc
ltd = gmbh, ggmbh, gesellschaft mit beschrankter haftung, mbh, gesmbh, ug, unternehmergesellschaft, haftungsbeschrankt
ltd = sarl, s a r l, societe a responsabilite limitee, sas, societe par actions simplifiee, sasu, eurl, sprl, societe privee a responsabilite limitee
ltd = srl, s r l, societa a responsabilita limitata, srls, societatea cu raspundere limitata, societate cu raspundere limitata, sociedad de responsabilidad limitada, s de rl, s de rl de cv, de rl de cv
ltd = sl, s l, slu, sociedad limitada, ltda, limitada, lda, eireli, cia ltda, sociedade limitada, sociedade por quotas
ltd = bv, b v, besloten vennootschap, bvba, besloten vennootschap met beperkte aansprakelijkheid
ltd = aps, a p s, anpartsselskab, as oy, osakeyhtio, oy, ab, aktiebolag, hf, ehf, einkahlutafelag
ltd = spolka z ograniczona odpowiedzialnoscia, sp z o o, spzoo, sp zoo, sro, s r o, spol s r o, spolecnost s rucenim omezenym, kft, korlatolt felelossegu tarsasag, doo, d o o, drustvo sa ogranicenom odgovornoscu, dooel, ood, eood, uab, uzdaroji akcine bendrove, sia, sabiedriba ar ierobezotu atbildibu, ou, osauhing
ltd = ooo, obshchestvo s ogranichennoi otvetstvennostyu, obshchestvo s ogranichennoy otvetstvennostyu, ооо, общество с ограниченной ответственностью, тоо, товарищество с ограниченной ответственностью, too, тов, товариство з обмеженою відповідальністю, tov, mchj, оао ооо
ltd = sdn bhd, sendirian berhad, pt, perseroan terbatas, cv, ltd sti, limited sirketi, ltd sirketi, ticaret limited sirketi, mmc, epe, etaireia periorismenis efthynis, ike
ltd = 有限公司, 有限责任公司, 有限責任公司, 有限会社, 合同会社, 유한회사, 유한책임회사
ltd = ذ م م, ذمم, محدوده, محدودة, ذات مسوولية محدودة, ذات مسيولية محدودة, شركة ذات مسوولية محدودة, ذات المسوولية المحدودة, با مسيوليت محدود, با مسووليت محدود, مسيوليت محدود, مسووليت محدود
ltd = בעמ, בע מ, ε π ε
plc = plc, public limited company, inc, incorporated, corp, corporation, na, n a, national association, joint stock company, joint stock co, jsc, pjsc, ojsc, cjsc, open joint stock company, closed joint stock company, public joint stock company, private joint stock company, joint stock
plc = ag, aktiengesellschaft, aktiengeselschaft, se, societas europaea, kgaa, kommanditgesellschaft auf aktien
plc = sa, s a, societe anonyme, sociedad anonima, sociedade anonima, sa de cv, s a de c v, sab de cv, sociedad anonima de capital variable, cia, saic, saci, sac, sacv, saoc, saog, societe anonyme simplifiee, sae, s a e, s a l, sal, sca, spa, s p a, societa per azioni, nv, n v, naamloze vennootschap, as, a s, aksjeselskap, aktieselskab, asa, oyj, abp
plc = anonim sirketi, a s, as, anonim sirket, akciova spolecnost, akciova spolocnost, spolka akcyjna, nyrt, zrt, dd, d d, dionicko drustvo, ad, a d, akcionarsko drustvo, akcionerno druzhestvo, ead, akciju sabiedriba, ae, anonymi etaireia, a e, ανωνυμη εταιρεια, α ε, αε
plc = oao, pao, zao, ao, nao, aktsionernoe obshchestvo, оао, пао, зао, ао, нао, акционерное общество, открытое акционерное общество, закрытое акционерное общество, публичное акционерное общество, акціонерне товариство, приватне акціонерне товариство, публічне акціонерне товариство, прат, пат, ат, prat, pat, vat, ват, оаэ
plc = berhad, bhd, tbk, pcl, public company limited, kk, kabushiki kaisha, gk, yk, jmb
plc = 股份有限公司, 股份公司, 株式会社, 주식회사, شركة مساهمة, مساهمة, شركة مساهمة عامة, ش م ل, شمل, ش م م, شمم, ش م ع, سهامي, سهامي خاص, سهامي عام
partnership = lp, l p, llp, l l p, lllp, limited partnership, limited liability partnership, general partnership, partnership, kg, kommanditgesellschaft, gmbh co kg, gmbh and co kg, ohg, gbr, snc, sas di, scs, scrl, cv, vof, ks, kb, 合伙企业, 有限合伙, 合資会社, 합자회사, товарищество
npo = ev, e v, eingetragener verein, nonprofit, non profit, anodo, ano, автономная некоммерческая организация, ано, asbl, vzw
state = fgup, fsue, federal state unitary enterprise, state unitary enterprise, gup, фгуп, федеральное государственное унитарное предприятие, государственное унитарное предприятие, гуп, unitary enterprise, федеральное государственное бюджетное учреждение, фгбу, fgbu, state enterprise, state owned enterprise, державне підприємство
sole = ip, индивидуальный предприниматель, фоп, фізична особа підприємець, eirl, sole proprietorship, 个体工商户
`)

/** Words of one or more parts, separated by single blanks, with their legal form. */
export const forms = new Map<string, string>(
  table.flatMap(([form, words]) => words.split(',').map(word => [word.trim(), form] as [string, string])),
)

/**
 * Short texts that introduce what surrounds a body: other articles, sharing, comments, the author, advertisements, in
 * the languages that sites under watch use most. They begin the text of a block.
 */
const phrases = new RegExp(
  `^[\\s>»›▶:|*\\-–—[(]*(?:${[
    'related(?! (?:part(?:y|ies)|compan|entit|undertaking|person))|you (?:may|might) (?:also )?(?:like|enjoy|be interested)|read (?:more|also|next)|more (?:from|on|about|like|stories|news|articles)|see also|recommended|most (?:read|popular|viewed)|popular|trending|latest (?:news|posts|articles|stories)|share(?= ?(?:$|[^\\p{L} ]|this\\b|on\\b|via\\b|with\\b|it\\b|the (?:page|post|article|story)\\b|page\\b|post\\b|article\\b|story\\b))|tweet|follow us|subscribe|sign up|newsletter|advertisement|sponsored|leave a (?:reply|comment)|post a comment|comments?\\b|\\d+ comments?|no comments|tags?:|categor(?:y|ies)\\s*:|filed under|posted (?:in|on|by)|about the author|print(?: this)?$|previous (?:post|article)|next (?:post|article)|older posts?|newer posts?|back to (?:top|overview)|scroll to read|photograph by|photo(?:graph)?s? ?:|all rights reserved|copyright|©|\\d+ min(?:ute)?s? read|was this (?:page|article|answer|information) (?:helpful|useful)|your e-?mail address will not be published|this entry was posted|newer post|no responses?\\b',
    'auch interessant|passend zum thema|zum thema|alle (?:artikel|beiträge|termine)|unterstütze[n]? |jetzt (?:abonnieren|spenden|anmelden)|zum newsletter|abonniere|interview:?$|von:?$|autor(?:in)? ?:|text ?:|lesezeit|merken|pinnen|kommentieren|diskutieren|weitersagen|mitglied werden|ähnliche (?:beiträge|artikel|themen)|verwandte|das könnte (?:sie|dich|euch)|lesen sie (?:auch|mehr|weiter)|auch lesen|lies auch|mehr (?:zum thema|zu|aus|von|über|artikel)|weitere (?:artikel|beiträge|informationen|meldungen|themen|nachrichten)|zum weiterlesen|weiterlesen|meist ?gelesen|die meistgelesenen|am meisten gelesen|empfohlene|empfehlungen|teilen|artikel teilen|beitrag teilen|folgen sie|newsletter|anzeige\\b|werbung\\b|schreibe? (?:einen|deinen|ein) kommentar|kommentare?(?: schreiben)?(?:$|:| \\d)|\\d+ kommentare?|keine kommentare|kommentar (?:verfassen|schreiben|hinterlassen|abgeben)|neueste (?:artikel|beiträge|kommentare)$|schlagworte:?$|weiterempfehlen$|möchten sie (?:den|diesen) (?:artikel|beitrag) teilen|letzte kommentare|schlagw(?:o|ö)rter|kategorien? ?:|veröffentlicht (?:in|am|von)|über den autor|über die autorin|drucken|nächster (?:beitrag|artikel)|vorheriger (?:beitrag|artikel)|zurück zur|zurück (?:zu allen|zum anfang|nach oben)|nach oben|foto ?:|bild ?:|fotos? ?©|quelle ?:|alle rechte|externer inhalt|empfohlener (?:redaktioneller|externer) inhalt|war (?:der|dieser) artikel|gefällt (?:dir|ihnen)|alle angaben ohne gewähr',
    'articles? (?:correspondants|liés|similaires|connexes)|à lire (?:aussi|également)|lire (?:aussi|la suite|plus)|sur le même (?:thème|sujet)|dans la même rubrique|partager|commentaires?|laisser un commentaire|les plus lus|publicité|mots[- ]clés|pour lire la suite',
    'art[ií]culos relacionados|temas relacionados|noticias relacionadas|relacionad[oa]s|te puede interesar|[lv]ea también|lee también|ver también|puedes ver ?:|s[íi]guenos|leer más|m[áa]s (?:noticias|sobre|le[íi]das)|las más (?:vistas|leídas)|compartir|comentarios?|deja (?:un|tu) comentario|dejá tu|publicidad|etiquetas|veja também|leia (?:também|mais)|compartilh|relacionadas|mais lidas|matérias relacionadas',
    'opublikowano|źródło|autor:|leggi anche|articoli correlati|potrebbe interessarti|condividi|commenti|polecamy|czytaj (?:też|także|więcej)|zobacz (?:też|także)|udostępnij|komentarze|powiązane|lees ook|deel dit|reacties|gerelateerd|läs (?:också|mer)|dela|kommentarer|lue myös|ilgili haberler|paylaş|yorumlar',
    'вы (?:здесь|находитесь)|распечатать страницу|подпи(?:шитесь|сывайтесь)|читайте также|смотрите также|похожие|по теме|поделиться|комментари|подписаться|реклама|теги|рассказать друзьям|(?:добавить|написать|оставить) комментарий|ваш (?:адрес )?e-?mail не будет|нашли ошибку|оцените (?:статью|материал)',
    '相关(?:稿件|文档)|(?:[您你])?(?:当前|现在)?(?:所在)?的?位置\\s*[：:]|所在位置|首页\\s*[>»›→/]|现在位置|目前位置|相关(?:阅读|新闻|文章|链接|推荐|报道)|相關(?:閱讀|新聞|文章|連結)|推荐阅读|推薦閱讀|延伸阅读|延伸閱讀|热门|熱門|猜你喜欢|分享(?:到|至)?|评论|評論|发表评论|[上下]一[篇条條则則]|责任编辑|責任編輯|打印(?:本页)?|【?(?:打印|关闭|大 中 小)|字号|扫一扫|版权所有|返回顶部|来源：|广告|扫(?:描|一扫|码).{0,6}(?:二维码|关注|下载|分享|阅读)|微信扫一扫|责任校[对對]|校对\\s*[：:]|(?:以上|本[页文站])内容(?:仅供|对[您你]|来[源自])|内容仅供参考|免责声明\\s*[：:]|(?:大家|网友)(?:都|还)在[问搜看]$|全国(?:服务|咨询|客服|订购|招商)热线|[您你]的(?:电子)?邮箱(?:地址)?不会|关注(?:我们|公众号|官方微)|[您你]对(?:这个|此|本)(?:回答|页|文).{0,8}(?:评价|满意)',
    '現在(?:の位置|地|位置)|よりよい(?:ウェブ|ホーム)|(?:この(?:ページ|情報)(?:の内容)?|情報)は(?:お?役に|参考|分かり|わかり|探し|見つけ)|このページに関するアンケート|このサイトでは|エンターキーを押す|関連(?:記事|リンク|ニュース|情報)|おすすめ|人気(?:記事)?|シェア|コメント|前の記事|次の記事|ページトップ|タグ|広告|アクセスランキング|PDF(?:ファイル|形式|文書)?[^。]{0,12}(?:ご覧|閲覧|開く|見る)|(?:Adobe|アドビ)?\\s?(?:Acrobat|アクロバット)\\s?Reader',
    'أنت هنا|هل كانت هذه (?:الصفحة|المعلومات)|العودة (?:لل|إلى ال)أعلى|جميع الحقوق|عدد (?:الزوار|المشاهدات|الزيارات)|اقرأ أيض|مواضيع (?:ذات صلة|مشابهة)|ذات صلة|شارك|مشاركة|التعليقات|تعليقات|الأكثر (?:قراءة|مشاهدة)|إعلان|هل (?:استفدت|أفادتك|أعجبك)|تابعونا|تابعنا|الكلمات المفتاحية|위로|관련 ?(?:기사|뉴스)|댓글|공유',
  ].join('|')})`,
  'iu',
)

/** Notes on rights, forms, readers and updates. They lead nowhere; a link with these words is a headline. */
const notes = new RegExp(
  `^[\\s>»›▶:|*\\-–—[(]*(?:${[
    '[【（(]?(?:版权|免责|转载|侵权)(?:声明|说明)|郑重声明\\s*[：:]\\s*本(?:网|站|平台)|友情提示\\s*[：:]|请(?:留下|填写|输入)[您你]?的?(?:联系|姓名|手机|电话|信息|邮箱|昵称)|请先?登[录陆](?:后|再)|出自.{1,12}百科|(?:本站|本网站?|本平台|部分)(?:部分|所有|发布|转载|刊登|内容|文章|图片|资料|信息).{0,30}(?:侵权|网络|互联网|转载|版权|立场)|(?:如|若)(?:有|涉及)?(?:侵权|版权)|转载请|未经.{0,10}(?:授权|许可|允许).{0,12}(?:转载|摘编|镜像)|本文(?:由|来自|来源|首发|链接|标签|网址|地址|版权)|长按.{0,8}二维码|识别.{0,4}二维码|编辑推荐|[您你]可能(?:还|也)?(?:感兴趣|喜欢)|今日(?:热点|推荐|头条)|(?:已|共)?有\\s?\\d+\\s?[人位条](?:参与|评论|回复|赞|浏览|阅读|学习|报名|关注|咨询)|最佳答案本|(?:下载|打开).{0,8}(?:APP|客户端)(?:$|查看|阅读)|立即(?:扫码|下载|登录)|上次更新|最后(?:更新|编辑|修改)|更新(?:时间|日期|于)\\s*[：:]?|(?:本页|页面)(?:更新|修改)|[网站]?站长统计|今天是',
    '最終更新|更新日\\s*[：:]?|(?:ページ|記事)(?:ID|番号)|この(?:記事|ページ)(?:を(?:シェア|書いた|共有|読んだ)|が気に|に関する(?:アンケート|ご意見))|ご意見をお聞かせ|本文へ|スマートフォン版|カテゴリー?\\s*[：:]|フォローする|いいね|会員(?:登録|限定)|ログインして',
    'просмотр(?:ов|ы)\\s*:|(?:последнее|дата) (?:обновлени|изменени|публикаци)|(?:опубликовано|обновлено)\\s*[:\\d]|присоединяйтесь к нам|следите за (?:нами|новостями|обновлениями)|если вы (?:нашли|заметили) (?:ошибк|опечатк|неточност)|выделите (?:е[её]|фрагмент|текст|ошибк)|источник:|фото:|рубрик[аи]:|метки:|информация (?:была|оказалась) полезн|поддержать проект|нет комментариев|чтобы (?:оставить|написать) комментарий|войдите',
    'آخر تحديث|تاريخ (?:النشر|التحديث|الإضافة)|نشر (?:في|بتاريخ)|الوسوم|وسوم|لا (?:توجد|يوجد) تعليق|قد يعجبك|ربما يعجبك|أخبار متعلقة|موضوعات متعلقة|مقالات متعلقة|المزيد من|تم جمع \\d|سجل (?:الآن|دخولك)|حمل التطبيق|تابع(?:ونا|نا)? على|شاركها?|لن يتم نشر عنوان|تصنيف(?:ات)?\\s*:',
    'last (?:updated|modified|changed|reviewed)|updated on|page last|this (?:page|article) (?:was|is) (?:last|part)|our standards|disclosure\\s*:|editor.s note on|(?:we|this (?:post|page|article|site)) (?:may )?(?:earn|contains? affiliate)|jump to|sorted by|login to|(?:log|sign) in to|get the latest|join (?:our|the) (?:newsletter|mailing)|read the full|view (?:all|comments)|enter your e-?mail',
    'letzte (?:änderung|aktualisierung)|(?:zuletzt )?aktualisiert (?:am|:)|stand ?: ?\\d|erstellt am|weiterführende (?:informationen|links|artikel)|zusatzinformationen|mehr kolumnen|gefällt (?:dir|ihnen)|bitte (?:registrieren|melden|loggen)|sie möchten .{3,40}newsletter|über diese (?:reihe|serie)|bei den verlinkungen|hier kostenlos|vorschau auf|sofern nicht anders|verwendete .{2,20}produkte',
    'je fais un don|faire un don|para comentar|hazte (?:miembro|socio)|suscr[íi]bete|reg[íi]strate|inicia sesi[óo]n|únete|ten tekst przeczytasz|dołącz do|drukuj|podziel się|inscrivez-vous|abonnez-vous|dernière mise à jour|mis à jour|última actualización|actualizado (?:el|:|\\d)',
  ].join('|')})`,
  'iu',
)

/** A term in a sentence: "Comments are accepted until 3 May." */
const deadline =
  /(?:\b(?:until|till|by|before|deadline|clos(?:e|es|ing)|bis|frist|jusqu\S*|avant|hasta|до)\b.*\d|截止|截至|まで).*[.。]$/iu
const longestPhrase = 60
const longestLinked = 300

/** Whether a text introduces what surrounds a body; `isLinked`: most of it leads there. */
export function isFramePhrase(text: string, isLinked = false): boolean {
  if (isLinked) return text.length <= longestLinked && phrases.test(text)
  return text.length <= longestPhrase && ((phrases.test(text) && !deadline.test(text)) || notes.test(text))
}

const neighbour =
  /^[\s<>«»←→‹›]*(?:[上下]一[篇条條则則]|[前次]の(?:記事|お知らせ)|(?:пред(?:ыдущая|\.)|следующая) (?:статья|новость|запись)|(?:previous|next) (?:post|article)|(?:vorheriger|nächster) (?:artikel|beitrag)|(?:المقال|الخبر) (?:السابق|التالي))[\s:：]/iu

/** Whether a text leads to the page before or after this one, which many sites set as the entries of a list. */
export function isNeighbour(text: string): boolean {
  return text.length <= longestLinked && neighbour.test(text)
}

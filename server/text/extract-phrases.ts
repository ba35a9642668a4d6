/**
 * Short texts that introduce what surrounds a body: other articles, sharing, comments, the author, advertisements, in
 * the languages that sites under watch use most. They begin the text of a block.
 */
const phrases = new RegExp(
  `^[\\s>»›▶:|*\\-–—[(]*(?:${[
    'related|you (?:may|might) (?:also )?(?:like|enjoy|be interested)|read (?:more|also|next)|more (?:from|on|about|like|stories|news|articles)|see also|recommended|most (?:read|popular|viewed)|popular|trending|latest (?:news|posts|articles|stories)|share(?: this)?|tweet|follow us|subscribe|sign up|newsletter|advertisement|sponsored|leave a (?:reply|comment)|post a comment|comments?\\b|\\d+ comments?|no comments|tags?:|categor(?:y|ies)\\s*:|filed under|posted (?:in|on|by)|about the author|print(?: this)?$|previous (?:post|article)|next (?:post|article)|older posts?|newer posts?|back to (?:top|overview)|scroll to read|photograph by|photo(?:graph)?s? ?:|all rights reserved|copyright|©|\\d+ min(?:ute)?s? read|was this (?:page|article|answer|information) (?:helpful|useful)|your e-?mail address will not be published|this entry was posted|newer post|no responses?\\b',
    'auch interessant|passend zum thema|zum thema|alle (?:artikel|beiträge|termine)|unterstütze[n]? |jetzt (?:abonnieren|spenden|anmelden)|zum newsletter|abonniere|interview:?$|von:?$|autor(?:in)? ?:|text ?:|lesezeit|merken|pinnen|kommentieren|diskutieren|weitersagen|mitglied werden|ähnliche (?:beiträge|artikel|themen)|verwandte|das könnte (?:sie|dich|euch)|lesen sie (?:auch|mehr|weiter)|auch lesen|lies auch|mehr (?:zum thema|zu|aus|von|über|artikel)|weitere (?:artikel|beiträge|informationen|meldungen|themen|nachrichten)|zum weiterlesen|weiterlesen|meist ?gelesen|die meistgelesenen|am meisten gelesen|empfohlene|empfehlungen|teilen|artikel teilen|beitrag teilen|folgen sie|newsletter|anzeige|werbung|schreibe? (?:einen|deinen|ein) kommentar|kommentare?(?: schreiben)?(?:$|:| \\d)|\\d+ kommentare?|keine kommentare|kommentar (?:verfassen|schreiben|hinterlassen|abgeben)|neueste (?:artikel|beiträge|kommentare)$|schlagworte:?$|weiterempfehlen$|möchten sie (?:den|diesen) (?:artikel|beitrag) teilen|letzte kommentare|schlagw(?:o|ö)rter|kategorien? ?:|veröffentlicht (?:in|am|von)|über den autor|über die autorin|drucken|nächster (?:beitrag|artikel)|vorheriger (?:beitrag|artikel)|zurück zur|zurück (?:zu allen|zum anfang|nach oben)|nach oben|foto ?:|bild ?:|fotos? ?©|quelle ?:|alle rechte|externer inhalt|empfohlener (?:redaktioneller|externer) inhalt|war (?:der|dieser) artikel|gefällt (?:dir|ihnen)|alle angaben ohne gewähr',
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

const longestPhrase = 60
const longestLinked = 300

/** Whether a text introduces what surrounds a body; `isLinked`: most of it leads there. */
export function isFramePhrase(text: string, isLinked = false): boolean {
  return text.length <= (isLinked ? longestLinked : longestPhrase) && phrases.test(text)
}

const neighbour =
  /^[\s<>«»←→‹›]*(?:[上下]一[篇条條则則]|[前次]の(?:記事|お知らせ)|(?:пред(?:ыдущая|\.)|следующая) (?:статья|новость|запись)|(?:previous|next) (?:post|article)|(?:vorheriger|nächster) (?:artikel|beitrag)|(?:المقال|الخبر) (?:السابق|التالي))[\s:：]/iu

/** Whether a text leads to the page before or after this one, which many sites set as the entries of a list. */
export function isNeighbour(text: string): boolean {
  return text.length <= longestLinked && neighbour.test(text)
}

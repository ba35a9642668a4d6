/**
 * Short texts that introduce what surrounds a body: other articles, sharing, comments, the author, advertisements, in
 * the languages that sites under watch use most. They begin the text of a block.
 */
const phrases = new RegExp(
  `^[\\s>»›▶:|*\\-–—[(]*(?:${[
    'related|you (?:may|might) (?:also )?(?:like|enjoy|be interested)|read (?:more|also|next)|more (?:from|on|about|like|stories|news|articles)|see also|recommended|most (?:read|popular|viewed)|popular|trending|latest (?:news|posts|articles|stories)|share(?: this)?|tweet|follow us|subscribe|sign up|newsletter|advertisement|sponsored|leave a (?:reply|comment)|post a comment|comments?\\b|\\d+ comments?|no comments|tags?:|categor(?:y|ies)\\s*:|filed under|posted (?:in|on|by)|about the author|print(?: this)?$|previous (?:post|article)|next (?:post|article)|older posts?|newer posts?|back to (?:top|overview)|scroll to read|photograph by|photo(?:graph)?s? ?:|all rights reserved|copyright|©|\\d+ min(?:ute)?s? read',
    'auch interessant|passend zum thema|zum thema|alle (?:artikel|beiträge|termine)|unterstütze[n]? |jetzt (?:abonnieren|spenden|anmelden)|zum newsletter|abonniere|interview:?$|von:?$|autor(?:in)? ?:|text ?:|lesezeit|merken|pinnen|kommentieren|diskutieren|weitersagen|mitglied werden|ähnliche (?:beiträge|artikel|themen)|verwandte|das könnte (?:sie|dich|euch)|lesen sie (?:auch|mehr|weiter)|auch lesen|lies auch|mehr (?:zum thema|zu|aus|von|über|artikel)|weitere (?:artikel|beiträge|informationen|meldungen|themen|nachrichten)|zum weiterlesen|weiterlesen|meist ?gelesen|die meistgelesenen|am meisten gelesen|empfohlene|empfehlungen|teilen|artikel teilen|beitrag teilen|folgen sie|newsletter|anzeige|werbung|schreibe? (?:einen|deinen|ein) kommentar|kommentare?(?: schreiben)?(?:$|:| \\d)|\\d+ kommentare?|keine kommentare|letzte kommentare|schlagw(?:o|ö)rter|kategorien? ?:|veröffentlicht (?:in|am|von)|über den autor|über die autorin|drucken|nächster (?:beitrag|artikel)|vorheriger (?:beitrag|artikel)|zurück zur|nach oben|foto ?:|bild ?:|fotos? ?©|quelle ?:|alle rechte|externer inhalt|empfohlener (?:redaktioneller|externer) inhalt|war (?:der|dieser) artikel|gefällt (?:dir|ihnen)|alle angaben ohne gewähr',
    'articles? (?:correspondants|liés|similaires|connexes)|à lire (?:aussi|également)|lire (?:aussi|la suite|plus)|sur le même (?:thème|sujet)|dans la même rubrique|partager|commentaires?|laisser un commentaire|les plus lus|publicité|mots[- ]clés|pour lire la suite',
    'art[ií]culos relacionados|temas relacionados|noticias relacionadas|relacionad[oa]s|te puede interesar|lea también|lee también|leer más|m[áa]s (?:noticias|sobre|le[íi]das)|las más (?:vistas|leídas)|compartir|comentarios?|deja (?:un|tu) comentario|dejá tu|publicidad|etiquetas|veja também|leia (?:também|mais)|compartilh|relacionadas|mais lidas|matérias relacionadas',
    'opublikowano|źródło|autor:|leggi anche|articoli correlati|potrebbe interessarti|condividi|commenti|polecamy|czytaj (?:też|także|więcej)|zobacz (?:też|także)|udostępnij|komentarze|powiązane|lees ook|deel dit|reacties|gerelateerd|läs (?:också|mer)|dela|kommentarer|lue myös|ilgili haberler|paylaş|yorumlar',
    'вы (?:здесь|находитесь)|распечатать страницу|подпи(?:шитесь|сывайтесь)|читайте также|смотрите также|похожие|по теме|поделиться|комментари|подписаться|реклама|теги',
    '相关(?:稿件|文档)|(?:[您你])?(?:当前|现在)?(?:所在)?的?位置\\s*[：:]|所在位置|首页\\s*[>»›→/]|现在位置|目前位置|相关(?:阅读|新闻|文章|链接|推荐|报道)|相關(?:閱讀|新聞|文章|連結)|推荐阅读|推薦閱讀|延伸阅读|延伸閱讀|热门|熱門|猜你喜欢|分享(?:到|至)?|评论|評論|发表评论|[上下]一[篇条條则則]|责任编辑|責任編輯|打印(?:本页)?|【?(?:打印|关闭|大 中 小)|字号|扫一扫|版权所有|返回顶部|来源：|广告',
    '現在(?:の位置|地|位置)|よりよい(?:ウェブ|ホーム)|(?:この(?:ページ|情報)(?:の内容)?|情報)は(?:お?役に|参考|分かり|わかり|探し|見つけ)|このページに関するアンケート|このサイトでは|エンターキーを押す|関連(?:記事|リンク|ニュース|情報)|おすすめ|人気(?:記事)?|シェア|コメント|前の記事|次の記事|ページトップ|タグ|広告|アクセスランキング',
    'أنت هنا|هل كانت هذه (?:الصفحة|المعلومات)|العودة (?:لل|إلى ال)أعلى|جميع الحقوق|عدد (?:الزوار|المشاهدات|الزيارات)|اقرأ أيض|مواضيع (?:ذات صلة|مشابهة)|ذات صلة|شارك|مشاركة|التعليقات|تعليقات|الأكثر (?:قراءة|مشاهدة)|إعلان|الكلمات المفتاحية|위로|관련 ?(?:기사|뉴스)|댓글|공유',
  ].join('|')})`,
  'iu',
)

const longestPhrase = 60
const longestLinked = 300

/** Whether a text introduces what surrounds a body; `isLinked`: most of it leads there. */
export function isFramePhrase(text: string, isLinked = false): boolean {
  return text.length <= (isLinked ? longestLinked : longestPhrase) && phrases.test(text)
}

/**
 * Common passwords, in two lists: words that make a password guessable in every variation (the check strips digits and
 * symbols and undoes letter substitutions), and long passwords that are common as they are.
 */
const words = `
password passwort passwd pass secret geheim admin administrator root user guest test testing tester default login
welcome willkommen hello hallo letmein letmeinplease changeme change qwerty qwertz azerty qwertyuiop qwertzuiop
azertyuiop asdf asdfgh asdfghjkl asdfghjk zxcv zxcvbn zxcvbnm yxcvbnm poiuytrewq lkjhgfdsa mnbvcxz qazwsx qazwsxedc
qweasd qweasdzxc qwerasdf iloveyou ichliebedich iloveu loveyou love lovely lover forever princess prinzessin prince
monkey dragon master shadow sunshine sonnenschein superman batman spiderman ironman pokemon starwars startrek
football fussball baseball basketball soccer hockey tennis golf golfer volleyball cricket rugby swimming running
michael jordan michelle jennifer jessica ashley amanda daniel daniela thomas andrew robert matthew joshua anthony
george charlie charles william nicholas nicole jasmine samantha hannah andrea andreas stefan stephanie martin martina
peter petra claudia sandra sabine susanne christian christina christine alexander alexandra maximilian sebastian
benjamin jonathan victoria elizabeth katharina patrick richard steven edward brandon justin taylor chelsea heather
hunter ranger buster tigger ginger pepper maggie sophie bailey cookie peanut snoopy garfield mickey donald minnie
butterfly schmetterling rainbow regenbogen flower blume flowers angel angels engel heaven baby babygirl babyboy
sweetheart sweetie honey schatz schatzi liebe liebling darling beautiful pretty cutie hottie diamond crystal purple
yellow orange silver golden black white green blue red rocket thunder lightning phoenix eagle falcon tiger lion
leopard panther jaguar wolf wolves bear bears cobra dolphin delphin dolphins elephant horse pferd kitty kitten katze
puppy hund animal banana apple cherry strawberry erdbeere chocolate schokolade coffee kaffee cheese pizza hamburger
summer winter spring autumn sommer herbst fruehling january february march april june july august september october
november december januar februar oktober dezember monday tuesday wednesday thursday friday saturday sunday montag
dienstag mittwoch donnerstag freitag samstag sonntag london paris berlin hamburg munich muenchen vienna wien newyork
chicago boston dallas texas california florida america american england ireland scotland germany deutschland france
italy spain mexico brazil canada australia russia china japan europe computer internet keyboard laptop desktop server
network windows microsoft google facebook twitter instagram youtube amazon linux ubuntu debian apache oracle database
mysql postgres system backup storage cloud cloudstorage filecloud files file folder upload download sharing share
coffer vuefilemanager nextcloud owncloud dropbox office company business money dollar euro bitcoin crypto freedom
freiheit liberty justice peace hope faith trust jesus jesuschrist christ god blessed blessing church bible gospel
matrix hacker hacking gamer gaming player playstation nintendo xbox minecraft fortnite roblox zelda mario sonic
warcraft starcraft counterstrike callofduty blink metallica nirvana slipknot eminem rockstar rocknroll guitar gitarre
music musik piano drummer dancer dancing family familie mother father mutter vater mommy daddy mama papa sister
brother bruder schwester friend friends freund freunde freundin bestfriend bestfriends happy happiness lucky smile
smiley cool coolness awesome amazing fantastic super supergirl power powerful energy magic magical mystery wizard
merlin gandalf frodo hobbit harrypotter hogwarts trustno trustnoone whatever nothing something anything everything
nobody somebody blahblah foobar foo bar example beispiel sample demo private privat access zugang account konto
security sicherheit secure safe sicher ferrari porsche mercedes corvette mustang camaro yamaha honda suzuki harley
chevrolet toyota nissan liverpool arsenal barcelona realmadrid juventus bayern borussia dortmund schalke manchester
chelseafc yankees lakers cowboys steelers packers redsox eagles raiders celtics abc abcd abcde abcdef abcdefg abcdefgh
abcabc aaa qqq xxx zzz fuckyou fuckme fuckoff asshole bitch sexy sexsex scheisse arschloch passw passwordpassword
myspace mypassword mypass thepassword newpassword oldpassword yourpassword userpassword adminpassword rootpassword
adminadmin testtest useruser qwertyqwerty welcomehome ilovegod ilovejesus iloveme ilovemyself ilovemum ilovemydog
`
const long = `
1234567890 0123456789 0987654321 9876543210 12345678910 123456789a a123456789 123456789q q123456789 1234567891
123456789123 123412341234 1231231231 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx3edc 1qazxsw23edc
zaq12wsxcde3 zaq1xsw2cde3 qwer1234asdf qwerty12345 qwerty123456 qwertyuiop123 asdfghjkl1 asdfghjkl123 abcd123456
abc1234567 abcdefg123 a1b2c3d4e5 aa12345678 p@ssw0rd123 p@ssword123 passw0rd123 pa55word123 pa$$word123 letmein123
changeme123 1234qwerasdf 11223344556 1122334455 1112223334 147258369 1472583690 741852963 7418529630 159753456
9638527410 3216549870 6549873210 0147258369 correcthorsebatterystaple thequickbrownfox iloveyou123 iloveyou12
princess123 sunshine123 football123 superman123 trustno1trustno1 whatthefuck whateverforever onceuponatime
maytheforcebewithyou tobeornottobe nopassword nopasswords opensesame sesameopen letmeinnow pleaseletmein
administrator1 administrador contrasena contraseña motdepasse wachtwoord salasana lozinka heslo12345 parola1234
qwertyuiop[] qwertzuiopü !qaz2wsx3edc !@#$%^&*() 1!2@3#4$5% qweqweqweqwe asdasdasdasd zxczxczxczxc
`
const split = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

export const commonWords: ReadonlySet<string> = split(words)
export const longCommonPasswords: ReadonlySet<string> = split(long)

/**
 * The most common passwords of at least six characters, in lower case, from public yearly lists. Shorter
 * passwords fail the length check.
 */
const MAX_COMMON = `
000000 00000000 0000000000 0123456789 0987654321 0987654321a 10101010 111111 11111111 1111111111
11112222 112233 11223344 121212 12121212 1212121212 123123 123123123 1231231231 123321 1233211234567
123412341234 12344321 1234512345 123454321 123456 123456123456 12345654321 1234567 12345678 123456789
1234567890 123456789a 12345678a 1234567a 123456a 123456abc 12345abc 12345qwert 1234abcd 1234qwer 123654
123abc 123qwe 135792468 147147147 147258369 159159159 159357456 159753 1a2b3c4d 1q2w3e 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 20202020 222222 22222222 246813579 333333 33333333 444444
44444444 456456456 5201314 555555 55555555 654321 666666 66666666 741852963 777777 77777777 789456123
87654321 888888 88888888 963852741 987654321 9876543210 987654321a 999999 99999999 999999999 a123456
a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa abc123 abc12345 abcd1234
abcd12345 abcdefg1 abcdefgh abcdefghi access14 admin1 admin12 admin123 admin1234 admin12345 admin123456
admin@123 administrator alexander alexander1 andrew123 anthony1 arsenal1 asd12345 asdasd123 asdasdasd
asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl ashley123 asshole1 autumn2024 autumn2025 autumn2026
azerty azertyuiop banking1 banking123 barcelona barcelona1 baseball baseball1 basketball basketball1
batman batman12 batman123 bitch123 blink182 bonjour1 buttercup butterfly butterfly1 changeme changeme1
changeme123 charlie charlie1 charlie123 cheese123 chelsea1 chocolate chocolate1 christian christian1
computer computer1 contrasena contraseña cookie123 corvette cowboys1 daniel123 december default1
default123 doudou123 dragon dragon1 dragon12 dragon123 elizabeth elizabeth1 eminem123 estrella1 facebook
facebook1 facebook123 ferrari1 football football1 football123 freedom1 friday123 fuckyou1 fuckyou123
fuckyou2 ginger123 google123 guest123 guestguest hallo123 hallohallo harley123 hello123 hello1234
hellohello hunter123 hunter2 iloveu iloveu123 iloveyou iloveyou1 iloveyou123 iloveyou2 internet
internet1 january1 jennifer jennifer1 jessica1 jessica123 jordan123 jordan23 joshua123 killer123 letmein
letmein! letmein1 letmein123 linkedin1 liverpool liverpool1 login123 loulou123 lovelove lovely123
loveyou1 manchester mariposa marseille master master12 master123 matthew1 maverick mercedes metallica
michael michael1 michael123 michelle michelle1 microsoft minecraft minecraft1 monday123 money123
moneymoney monkey monkey1 monkey12 monkey123 motdepasse mustang1 mypassword naruto123 newpassword
nicole123 nirvana1 november october1 p@$$w0rd p@ssw0rd p@ssw0rd1 p@ssword p@ssword1 pa$$w0rd pa$$word
pass1234 pass12345 passpass passw0rd passw0rd! passw0rd1 password password! password0 password1
password1! password12 password123 password1234 password12345 password123456 password2 password3
password7 password99 password@123 passwort passwort1 passwort123 pepper123 pokemon pokemon1 pokemon123
princess princess1 princess123 pussy123 q1w2e3r4 q1w2e3r4t5 qaz2wsx qazwsx qazwsxedc qwe123 qwe12345
qweasd qweasdzxc qweqwe123 qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui
qwertyuiop qwertyuiop123 ranger123 rangers1 realmadrid robert123 rockstar rockstar1 root1234 rootroot
samantha samantha1 samsung1 samsung123 sandbank sandbank1 sandbank123 schatz123 secret secret1 secret12
secret123 secretsecret senha123 september123 sexy1234 shadow shadow12 shadow123 simulator simulator1
slipknot soleil123 spiderman spiderman1 spring2024 spring2025 spring2026 starwars starwars1 steelers1
summer123 summer2024 summer2025 summer2026 sunshine sunshine1 sunshine123 superman superman1 superstar
teamo123 tequiero test1234 test12345 tester123 testing1 testing123 testtest thepassword thomas123
toor1234 trustno1 victoria victoria1 welcome welcome! welcome1 welcome12 welcome123 welcome1234
welcome2024 welcome2025 welcome2026 whatever whatever1 william1 windows10 winter123 winter2024
winter2025 winter2026 woaini123 woaini1314 yankees1 yourpassword youtube123 zaq12wsx zaq1zaq1 zxc12345
zxcvbn zxcvbnm zxcvbnm123 zxcvzxcv
`;

const commonPasswords = new Set(MAX_COMMON.split(/\s+/).filter(Boolean));

export const isCommonPassword = (password: string): boolean => commonPasswords.has(password.toLowerCase());

// SPDX-License-Identifier: Apache-2.0

#include "guess/guess.h"

#include <ctype.h>
#include <string.h>

// A name is cut into words at anything but letters, and where a capital follows a small letter.
// Tables are asked in turn, and the first that knows a word of the name decides: "muscle" and
// "tendon" before anything else, then the heads of muscles' names (extensor, biceps), then other
// tissue, then bones. So "extensor_carpi_ulnaris" is a muscle, and "biceps_tendon" is none.
// "word*" knows every word that begins like that, "*word" every one that ends so.

static const char tendon_says[] =
    "tendon* tendo lig ligament* ligg sehne* *sehne *sehnen achilles retinacul* aponeuros* "
    "iliotibial* syndesmos* labrum";

static const char muscle_says[] = "muscle* musc musculus musculi muskel* *muskel";

static const char bone_says[] = "bone bones os ossa osseous knochen* *knochen skeleton";

static const char muscles[] =
    "biceps* bizeps triceps* trizeps quadriceps* brachialis brachioradialis coracobrachialis "
    "deltoid* delta* pector* lat latissimus trapezius trap rhomboid* levator serratus "
    "supraspinatus "
    "infraspinatus subscapularis teres anconeus pronator supinator flexor* extensor* abductor* "
    "adductor* opponens palmaris lumbrical* interosse* "
    "glut* tensor sartorius rectus vastus gracilis semitendinosus semimembranosus semiten* "
    "semimem* "
    "hamstring* psoas* iliacus iliopsoas pectineus obturator gemell* piriformis quadratus "
    "gastroc* soleus plantaris popliteus tibialis fibularis peroneus peroneal* calf "
    "erector* longissimus iliocostalis spinalis multifid* semispinalis splenius scalen* longus "
    "sternocleid* scm masseter* temporalis pterygoid* buccinator orbicularis zygomaticus frontalis "
    "platysma digastric* mylohyoid geniohyoid hyoglossus genioglossus tongue abdominis oblique* "
    "obliquus transversus diaphragm intercostal* subclavius coccygeus cremaster stapedius "
    "wadenmuskel";

static const char tissues[] =
    "fascia* cartilage* menisc* knorpel* bursa disc disk pad *band capsule";

static const char trunk_bones[] =
    "pelvis pelvic hip innominate coxa* coxal ilium ischium pubis sacrum sacral coccyx skull "
    "cranium crani* scapula* schulterblatt clavic* schluesselbein sternum manubrium rib ribs "
    "costa* "
    "rippe* vertebra* wirbel* spine atlas axis becken schaedel thorax ribcage";

static const char bones[] =
    "humerus humeral radius ulna ulnar femur femora* tibia fibula patella* talus calcane* navicul* "
    "cuboid* cuneiform* tarsal* metatars* metacarp* carp* phalan* scaphoid lunate triquetr* "
    "pisiform trapezium trapezoid capitate hamate mandib* maxilla* zygoma hyoid* tooth teeth jaw "
    "sesamoid* digit finger toe elle speiche oberarmbein schienbein wadenbein kniescheibe "
    "unterkiefer fersenbein *bein";

enum { WORD_SIZE = 48 };

// the next word in small letters; false at the end
static bool next_word(const char** at, char* word) {
  const char* c = *at;
  size_t length = 0;
  while (*c && !isalpha((unsigned char)*c)) c++;
  if (!*c) return false;
  for (; isalpha((unsigned char)*c) && length < WORD_SIZE - 1; c++) {
    if (length > 0 && isupper((unsigned char)*c) && islower((unsigned char)c[-1])) break;
    word[length++] = (char)tolower((unsigned char)*c);
  }
  word[length] = 0;
  *at = c;
  return true;
}

static bool entry_matches(const char* entry, size_t size, const char* word) {
  size_t length = strlen(word);
  if (entry[0] == '*') {
    return length >= size - 1 && memcmp(word + length - (size - 1), entry + 1, size - 1) == 0;
  }
  if (entry[size - 1] == '*') return strncmp(word, entry, size - 1) == 0;
  return length == size && memcmp(word, entry, size) == 0;
}

static bool knows_word(const char* table, const char* word) {
  for (const char* at = table; *at; at += strspn(at, " ")) {
    size_t size = strcspn(at, " ");
    if (entry_matches(at, size, word)) return true;
    at += size;
  }
  return false;
}

bool brn__guess_has(const char* table, const char* name) {
  char word[WORD_SIZE];
  while (next_word(&name, word)) {
    if (knows_word(table, word)) return true;
  }
  return false;
}

// "m_soleus" and "soleus_m": a lone m at one of the ends
static bool has_lone_m(const char* name) {
  size_t n = strlen(name);
  if (n < 3) return false;
  bool first = tolower((unsigned char)name[0]) == 'm' && !isalnum((unsigned char)name[1]);
  bool last = tolower((unsigned char)name[n - 1]) == 'm' && !isalnum((unsigned char)name[n - 2]);
  return first || last;
}

BrnGuessName brn__guess_name(const char* name) {
  static const struct {
    const char* table;
    BrnGuessName means;
  } order[] = {
      {tendon_says, {BRN_PART_TENDON, true, false}}, {muscle_says, {BRN_PART_MUSCLE, true, false}},
      {bone_says, {BRN_PART_BONE, true, false}},     {muscles, {BRN_PART_MUSCLE, true, false}},
      {tissues, {BRN_PART_TENDON, true, false}},     {trunk_bones, {BRN_PART_BONE, true, true}},
      {bones, {BRN_PART_BONE, true, false}},
  };
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    if (!brn__guess_has(order[i].table, name)) continue;
    BrnGuessName means = order[i].means;
    means.trunk = means.kind == BRN_PART_BONE && brn__guess_has(trunk_bones, name);
    return means;
  }
  return (BrnGuessName){BRN_PART_MUSCLE, has_lone_m(name), false};
}

// SPDX-License-Identifier: Apache-2.0

#include "guess/guess.h"

#include <stddef.h>

// Muscles whose bones are in every textbook. A tendon may run over a bone that it does not hold on
// to: the long head of the biceps crosses the head of the humerus on its way to the scapula.

#define PELVIS "pelvis pelvic hip innominate coxa* coxal ilium ischium pubis becken sacrum"
#define SCAPULA "scapula* schulterblatt"
#define SPINE "vertebra* wirbel* spine rib ribs costa* sacrum"
#define FOOT "calcane* navicul* cuneiform* metatars* talus cuboid* phalan* foot"
#define HAND "metacarp* carp* phalan* hand"
#define SKULL "skull crani* maxilla* zygoma schaedel temporal"
#define SHANK "tibia fibula schienbein wadenbein"
#define KNEE "patella* tibia kniescheibe schienbein"

// all words of `name` must be there; the first row that fits counts
static const BrnGuessKnown rows[] = {
    {"biceps*", "femoris", {PELVIS, SHANK}, {"the pelvis", "the fibula"}},
    {"biceps*", "", {SCAPULA, "radius speiche"}, {"the scapula", "the radius"}},
    {"bizeps", "", {SCAPULA, "radius speiche"}, {"the scapula", "the radius"}},
    {"triceps*", "surae", {"femur tibia fibula", FOOT}, {"the femur", "the heel"}},
    {"triceps*", "long*", {SCAPULA, "ulna elle"}, {"the scapula", "the ulna"}},
    {"triceps*", "", {"humerus", "ulna elle"}, {"the humerus", "the ulna"}},
    {"brachialis", "", {"humerus", "ulna elle"}, {"the humerus", "the ulna"}},
    {"brachioradialis", "", {"humerus", "radius speiche"}, {"the humerus", "the radius"}},
    {"coracobrachialis", "", {SCAPULA, "humerus"}, {"the scapula", "the humerus"}},
    {"deltoid*", "", {SCAPULA " clavic*", "humerus"}, {"the scapula", "the humerus"}},
    {"supraspinatus", "", {SCAPULA, "humerus"}, {"the scapula", "the humerus"}},
    {"infraspinatus", "", {SCAPULA, "humerus"}, {"the scapula", "the humerus"}},
    {"subscapularis", "", {SCAPULA, "humerus"}, {"the scapula", "the humerus"}},
    {"pronator", "quad*", {"ulna", "radius"}, {"the ulna", "the radius"}},
    {"pronator", "", {"humerus ulna", "radius"}, {"the humerus", "the radius"}},
    {"supinator", "", {"ulna humerus", "radius"}, {"the ulna", "the radius"}},
    {"teres", "", {SCAPULA, "humerus"}, {"the scapula", "the humerus"}},
    {"pector*", "minor", {"rib ribs costa*", SCAPULA}, {"the ribs", "the scapula"}},
    {"pector*", "", {"sternum clavic* rib ribs costa*", "humerus"}, {"the sternum", "the humerus"}},
    {"latissimus", "", {SPINE " " PELVIS, "humerus"}, {"the spine", "the humerus"}},
    {"anconeus", "", {"humerus", "ulna"}, {"the humerus", "the ulna"}},
    {"flexor*", "carpi", {"humerus ulna", HAND}, {"the humerus", "the hand"}},
    {"extensor*", "carpi", {"humerus ulna", HAND}, {"the humerus", "the hand"}},
    {"glut*", "", {PELVIS, "femur"}, {"the pelvis", "the femur"}},
    {"rectus", "femoris", {PELVIS, KNEE}, {"the pelvis", "the patella"}},
    {"vastus", "", {"femur", KNEE}, {"the femur", "the patella"}},
    {"sartorius", "", {PELVIS, "tibia"}, {"the pelvis", "the tibia"}},
    {"gracilis", "", {PELVIS, "tibia"}, {"the pelvis", "the tibia"}},
    {"semiten*", "", {PELVIS, "tibia"}, {"the pelvis", "the tibia"}},
    {"semimem*", "", {PELVIS, "tibia"}, {"the pelvis", "the tibia"}},
    {"adductor*", "hallucis", {FOOT, FOOT}, {"the foot", "the foot"}},
    {"adductor*", "pollicis", {HAND, HAND}, {"the hand", "the hand"}},
    {"adductor*", "", {PELVIS, "femur"}, {"the pelvis", "the femur"}},
    {"pectineus", "", {PELVIS, "femur"}, {"the pelvis", "the femur"}},
    {"psoas*", "", {SPINE, "femur"}, {"the spine", "the femur"}},
    {"iliacus", "", {PELVIS, "femur"}, {"the pelvis", "the femur"}},
    {"gastroc*", "", {"femur", FOOT}, {"the femur", "the heel"}},
    {"plantaris", "", {"femur", FOOT}, {"the femur", "the heel"}},
    {"soleus", "", {SHANK, FOOT}, {"the tibia", "the heel"}},
    {"tibialis", "", {SHANK, FOOT}, {"the tibia", "the foot"}},
    {"peroneus", "", {SHANK, FOOT}, {"the fibula", "the foot"}},
    {"fibularis", "", {SHANK, FOOT}, {"the fibula", "the foot"}},
    {"popliteus", "", {"femur", "tibia"}, {"the femur", "the tibia"}},
    {"masseter*", "", {SKULL, "mandib* jaw unterkiefer"}, {"the skull", "the jaw"}},
    {"temporalis", "", {SKULL, "mandib* jaw unterkiefer"}, {"the skull", "the jaw"}},
};

const BrnGuessKnown* brn__guess_known(const char* name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const BrnGuessKnown* row = &rows[i];
    if (!brn__guess_has(row->first, name)) continue;
    if (*row->second && !brn__guess_has(row->second, name)) continue;
    return row;
  }
  return NULL;
}

int brn__placeholder;
